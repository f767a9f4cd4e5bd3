package chrome

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/go-rod/rod/lib/cdp"

	"platen/ports"
)

// read reads messages until the transport fails, which ends the connection.
func (conn *cdpConn) read() {
	from := bufio.NewReaderSize(conn.transport, transportBuffer)
	for {
		if err := conn.readMessage(from); err != nil {
			conn.end(fmt.Errorf("%w: its connection ended: %w", ports.ErrEngineLost, err))
			return
		}
	}
}

const (
	// maxText bounds a message that is not binary. The largest are events of frames with a large data URI as their address.
	maxText = 64 << 20
	// maxEnvelope is more than a binary answer has beside its data.
	maxEnvelope = 4 << 10
)

// readMessage reads one message. After an error, nothing more can be read. An answer that nobody waits for may hold a large PDF, and
// is not kept.
func (conn *cdpConn) readMessage(from *bufio.Reader) error {
	piece, err := from.ReadSlice(0)
	c, answers := conn.answered(piece)
	limit := maxText
	if c != nil {
		limit = max(limit, base64.StdEncoding.EncodedLen(c.limit)+maxEnvelope)
	}
	size, pieces := 0, [][]byte(nil) // a growing buffer would be copied again and again
	for ; errors.Is(err, bufio.ErrBufferFull); piece, err = from.ReadSlice(0) {
		if size <= limit && (c != nil || !answers) {
			size += len(piece)
			pieces = append(pieces, bytes.Clone(piece))
		}
	}
	if err != nil {
		return err
	}
	switch message := bytes.Join(append(pieces, piece[:len(piece)-1]), nil); {
	case answers && c == nil:
		return nil
	case len(message) <= limit:
		return conn.receive(c, message)
	case c != nil:
		c.answer <- answer{err: errTooLarge}
		return nil
	}
	return fmt.Errorf("a message of more than %d bytes", maxText)
}

// answerStart is how Chrome's answers begin, and the binary ones among them: it writes messages without blanks and in this order. So an
// answer is known by its first bytes, and a PDF is not decoded as JSON, which takes 30 times as long. Answers of other forms are decoded.
var answerStart = regexp.MustCompile(`^\{"id":(\d+),(?:"result":\{"data":("))?`)

// answered removes and returns the call that a message answers, by its beginning; nil if its caller has left. is reports whether it is an
// answer.
func (conn *cdpConn) answered(message []byte) (c *call, is bool) {
	start := answerStart.FindSubmatch(message)
	if start == nil {
		return nil, false
	}
	id, _ := strconv.Atoi(string(start[1])) // of a number that is too large, there is no call
	return conn.remove(id), true
}

// reply is the content of an answer.
type reply struct {
	Result json.RawMessage
	Error  *cdp.Error
}

// receive passes a message to whom it is for: the call, if that is known by the beginning. The data of a binary answer takes the place of
// its base64 in the message, so that a large PDF does not need the memory for both.
func (conn *cdpConn) receive(c *call, message []byte) error {
	if start := answerStart.FindSubmatchIndex(message); c != nil && c.limit > 0 && start[4] > 0 {
		encoded, _, _ := bytes.Cut(message[start[1]:], message[start[4]:start[5]])
		n, err := base64.StdEncoding.Decode(encoded, encoded)
		c.endBinary(slices.Clip(encoded[:n]), err)
		return nil
	}
	var m struct {
		ID int
		reply
		cdp.Event
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return err
	}
	if c == nil && m.ID != 0 {
		c = conn.remove(m.ID)
	}
	switch {
	case c != nil:
		c.end(m.reply)
	case m.ID == 0:
		conn.event(&m.Event)
	}
	return nil
}

// end gives the caller its answer.
func (c *call) end(r reply) {
	switch {
	case r.Error != nil:
		c.answer <- answer{err: r.Error}
	case c.limit > 0:
		var binary struct{ Data []byte }
		err := json.Unmarshal(r.Result, &binary)
		c.endBinary(binary.Data, err)
	default:
		c.answer <- answer{result: r.Result}
	}
}

// endBinary gives the caller a binary answer.
func (c *call) endBinary(data []byte, err error) {
	if err == nil && len(data) > c.limit {
		data, err = nil, errTooLarge
	}
	c.answer <- answer{data, err}
}
