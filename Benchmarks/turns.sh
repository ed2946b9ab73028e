# What the benchmarks beside a peer have in common: CPU time a request, in turns, under wrk with 32 kept-alive connections.
# Sourced, not run. `rounds`, `seconds` and `work`, a folder, are the caller's.
# shellcheck shell=sh disable=SC2154

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# User and system time of a process, in clock ticks; its name may hold spaces.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

# cost URL PROCESS [OPTION-OF-WRK]...: microseconds of CPU time that a request costs the process.
cost() {
    url=$1 process=$2
    shift 2
    before=$(ticks "$process")
    requests=$(wrk -t1 -c32 -d"${seconds}s" "$@" "$url" |
        awk '/requests in/ { print $1 } /Non-2xx/ { print "some answers are no success" >"/dev/stderr" }')
    after=$(ticks "$process")
    awk -v ticks=$((after - before)) -v hertz="$(getconf CLK_TCK)" -v requests="$requests" \
        'BEGIN { printf "%.3f\n", ticks / hertz / requests * 1e6 }'
}

median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'; }

# turns PEER-URL PEER-PROCESS URL PROCESS [OPTION-OF-WRK]...: prints each round and the medians, with their ratios.
turns() {
    peer_url=$1 peer_process=$2 server_url=$3 server_process=$4
    shift 4
    cost "$server_url" "$server_process" "$@" >/dev/null
    cost "$peer_url" "$peer_process" "$@" >/dev/null
    rm -f "$work/peer.figures" "$work/server.figures"
    for _ in $(seq "$rounds"); do
        cost "$peer_url" "$peer_process" "$@" >>"$work/peer.figures"
        cost "$server_url" "$server_process" "$@" >>"$work/server.figures"
    done
    paste "$work/peer.figures" "$work/server.figures" |
        awk '{ printf "  round %d: peer %.2f, parlance %.2f, ratio %.2f\n", NR, $1, $2, $2 / $1 }'
    awk -v peer="$(median "$work/peer.figures")" -v server="$(median "$work/server.figures")" \
        'BEGIN { printf "  median:  peer %.2f, parlance %.2f, ratio %.2f\n", peer, server, server / peer }'
}
