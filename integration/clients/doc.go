// Package clients tests the example clients in this folder against platen fake.
package clients
