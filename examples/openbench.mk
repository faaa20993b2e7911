# What OpenBench's workers run: `make -j EXE=NAME` builds the engine and puts it there.
# Each engine's Makefile includes this; the engine has the name of its folder.
ENGINE := $(notdir $(CURDIR))
EXE ?= $(ENGINE)
ifeq ($(OS),Windows_NT)
    PROGRAM := $(abspath $(EXE)).exe
else
    PROGRAM := $(abspath $(EXE))
endif

# Networks are part of the source, or an option of the engine; none is built in from elsewhere.
ifdef EVALFILE
    $(error EVALFILE is not supported: leave it out)
endif

.PHONY: all
all:
	cargo rustc --release --locked --package $(ENGINE) --bin $(ENGINE) -- --emit link=$(PROGRAM)
