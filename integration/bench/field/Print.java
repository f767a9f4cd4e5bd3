import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.helper.W3CDom;

/** Prints PDF/UA with openhtmltopdf: documents on standard input, PDFs on standard output, each after its length in four bytes. */
class Print {
    static final String FONTS = "/usr/share/fonts/truetype/liberation/Liberation";

    public static void main(String[] arguments) throws Exception {
        XRLog.setLoggingEnabled(false);
        var in = new DataInputStream(System.in);
        var out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        for (int length; (length = in.readInt()) > 0; ) {
            byte[] pdf = print(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            out.writeInt(pdf.length);
            out.write(pdf);
        }
    }

    static byte[] print(String html) throws Exception {
        var pdf = new ByteArrayOutputStream();
        var builder = new PdfRendererBuilder();
        builder.usePdfUaAccessibility(true);
        for (String family : new String[] {"SansSerif", "serif"}) { // as it calls sans-serif
            String file = FONTS + (family.equals("serif") ? "Serif" : "Sans");
            builder.useFont(new File(file + "-Regular.ttf"), family);
            builder.useFont(new File(file + "-Bold.ttf"), family, 700, FontStyle.NORMAL, true);
        }
        builder.withW3cDocument(new W3CDom().fromJsoup(Jsoup.parse(html)), "/");
        builder.toStream(pdf);
        builder.run();
        return pdf.toByteArray();
    }
}
