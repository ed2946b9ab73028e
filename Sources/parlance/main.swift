import Command
