<?php
// Usage: PDF_URL=… PDF_API_KEY=… php php.php request.json out.pdf

/** Gives the open answer with the PDF, and its header fields in lower case. */
function post(string $body): array
{
    for ($attempt = 1; ; $attempt++) {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => ['Authorization: Bearer ' . getenv('PDF_API_KEY'), 'Content-Type: application/json', 'Prefer: handling=strict'],
            'content' => $body,
            'timeout' => 120,
            'follow_location' => 0,
            'ignore_errors' => true, // failures have a body, too
        ]]);
        $answer = @fopen(getenv('PDF_URL') . '/api/pdf/external', 'rb', false, $context);
        if ($answer === false) {
            throw new RuntimeException('platen does not answer: ' . (error_get_last()['message'] ?? ''));
        }
        $lines = stream_get_meta_data($answer)['wrapper_data'];
        $status = (int) explode(' ', array_shift($lines))[1];
        $fields = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $fields[strtolower($name)] = trim($value);
        }
        if ($status === 200) {
            return [$answer, $fields];
        }
        $message = stream_get_contents($answer);
        fclose($answer);
        if (!in_array($status, [429, 503], true) || $attempt === 5) {
            throw new RuntimeException("platen answered $status: $message");
        }
        sleep((int) ($fields['retry-after'] ?? 1));
    }
}

/** Writes the file once it is whole. */
function save($answer, array $fields, string $out): void
{
    $part = "$out.part";
    try {
        $file = fopen($part, 'wb');
        $length = stream_copy_to_stream($answer, $file);
        fclose($file);
        if ($length !== (int) $fields['content-length']) {
            throw new RuntimeException('the PDF did not come whole');
        }
        rename($part, $out);
    } finally {
        @unlink($part);
    }
}

try {
    [$answer, $fields] = post(file_get_contents($argv[1]));
    save($answer, $fields, $argv[2]);
} catch (RuntimeException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
