// Package ports says what the domain needs from the world, and what the world may ask of it: one interface a
// file. Each folder of adapters meets one of them with one technology; the comments on the methods are the
// contract that it keeps.
package ports
