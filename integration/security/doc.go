// Package security attacks the program from outside: hostile documents and hostile clients, on both engines,
// with canary servers on loopback that count who comes.
//
// An attack is a row of a table, and says what must come of it. Each is tried twice: on the service, where it
// must do no harm, and on one without the defence that it is for, where it must; so that no row is there for
// nothing. A defence is taken away by a setting where there is one, and by package disarmed otherwise. What an
// engine does not do in the first place, with or without a defence, is tried all the same, and does not count as
// a row.
package security
