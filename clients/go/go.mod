module quire/clients/go

go 1.24
