// Usage: PDF_URL=… PDF_API_KEY=… dotnet run -- request.json out.pdf
using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;

static class Client
{
    const int Attempts = 5;

    static async Task<int> Main(string[] arguments)
    {
        try
        {
            using var http = new HttpClient { Timeout = TimeSpan.FromMinutes(2) };
            using var response = await Post(http, await File.ReadAllBytesAsync(arguments[0]));
            await Save(response, arguments[1]);
            return 0;
        }
        catch (Exception error) when (error is HttpRequestException or IOException or TaskCanceledException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    /// Gives the answer with the PDF, which the caller reads.
    static async Task<HttpResponseMessage> Post(HttpClient http, byte[] body)
    {
        for (var attempt = 1; ; attempt++)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, Environment.GetEnvironmentVariable("PDF_URL") + "/api/pdf/external");
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("PDF_API_KEY"));
            request.Headers.Add("Prefer", "handling=strict");
            request.Content = new ByteArrayContent(body);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            if (response.StatusCode == HttpStatusCode.OK) return response;
            using (response)
            {
                var again = response.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable;
                if (!again || attempt == Attempts)
                    throw new HttpRequestException($"platen answered {(int)response.StatusCode}: {await response.Content.ReadAsStringAsync()}");
                await Task.Delay(response.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1));
            }
        }
    }

    /// Writes the file once it is whole. The stream fails where the body is shorter than Content-Length.
    static async Task Save(HttpResponseMessage response, string path)
    {
        var part = path + ".part";
        try
        {
            await using (var file = File.Create(part))
                await response.Content.CopyToAsync(file);
            File.Move(part, path, overwrite: true);
        }
        finally
        {
            File.Delete(part);
        }
    }
}
