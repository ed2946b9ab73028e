# The image of Parlance: one program with the Swift runtime inside, on Debian's slim image with the libraries of
# Debian's that it needs. Tables are mounted over /locales, where a demo lies.

FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    libmicrohttpd-dev libicu-dev libbrotli-dev zlib1g-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Sources ./Sources
# The manifest names the test targets; their folders must be there, their content need not.
COPY Tests ./Tests
RUN swift build --configuration release --product parlance --static-swift-stdlib -Xlinker -s \
 && install -D "$(swift build --configuration release --static-swift-stdlib --show-bin-path)/parlance" /out/parlance

FROM debian:bookworm-slim
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    libmicrohttpd12 libicu72 libbrotli1 zlib1g libstdc++6 tzdata ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/parlance /usr/local/bin/parlance
COPY locales /locales
ENV PARLANCE_HOST=0.0.0.0 PARLANCE_PORT=8080 PARLANCE_LOCALES=/locales
EXPOSE 8080
# A number, so that Kubernetes can tell that it is not root.
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["parlance", "healthcheck"]
ENTRYPOINT ["parlance"]
CMD ["serve"]
