// Usage: PDF_URL=... PDF_API_KEY=... java Client.java request.json out.pdf
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

class Client {
    static final int ATTEMPTS = 5;

    public static void main(String[] arguments) throws InterruptedException {
        try {
            save(post(Path.of(arguments[0])), Path.of(arguments[1]));
        } catch (IOException error) {
            System.err.println(error);
            System.exit(1);
        }
    }

    /** Gives the answer with the PDF, which the caller reads. */
    static HttpResponse<InputStream> post(Path body) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("PDF_URL") + "/api/pdf/external"))
            .header("Authorization", "Bearer " + System.getenv("PDF_API_KEY"))
            .header("Prefer", "handling=strict")
            .header("Content-Type", "application/json")
            .timeout(Duration.ofMinutes(2))
            .POST(HttpRequest.BodyPublishers.ofFile(body))
            .build();
        for (int attempt = 1; ; attempt++) {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            int status = response.statusCode();
            if (status == 200) {
                return response;
            }
            String message = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
            if (status != 429 && status != 503 || attempt == ATTEMPTS) {
                throw new IOException("platen answered " + status + ": " + message);
            }
            Thread.sleep(1000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
        }
    }

    /** Writes the file once it is whole. The stream fails where the body is shorter than Content-Length. */
    static void save(HttpResponse<InputStream> response, Path out) throws IOException {
        Path part = Path.of(out + ".part");
        try (InputStream body = response.body()) {
            Files.copy(body, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, out, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
