// Package security attacks the program from outside: hostile documents and hostile clients, on both engines, with canary servers on
// loopback that count their visitors.
//
// An attack is a row of a table with its expected result. Each is tried twice: on the service, where it must do no harm, and on a
// service without the defence against it, where it must succeed, so that no row is useless. A defence is removed by a setting if there
// is one, and by package disarmed otherwise. An attack that has no effect on an engine even without a defence is still tried, and does
// not count as a row.
package security
