import { shopTexts } from '../../core/texts/en-console-shop.js'
import { toApiError } from '../api/api-error.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { splitProblems } from './config-draft.js'
import { shopFields } from './config-fields.js'
import type { Pdf } from './use-pdf.js'

const texts = shopTexts.preview

/** A printed receipt, or why there is none. */
export function PdfView({ pdf }: { pdf: Pdf }) {
  const { url, isCurrent, error } = pdf
  if (error !== null) {
    return (
      <div class="preview-frame">
        <Problem error={error} onRetry={pdf.retry} />
      </div>
    )
  }
  if (url === null) {
    return (
      <div class="preview-frame panel-loading" role="status" aria-label={texts.printing}>
        <SkeletonText lines={12} />
      </div>
    )
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <div class="preview-frame" aria-busy={!isCurrent}>
        <Notice title={texts.noViewer} text={texts.noViewerText} icon="file">
          <a class="button main" href={url} download="receipt.pdf">
            <Icon name="download" />
            {texts.download}
          </a>
        </Notice>
      </div>
    )
  }
  return (
    <iframe
      class="preview-frame"
      // Without the bars of the viewer, which would take half of the room.
      src={`${url}#toolbar=0&navpanes=0&view=FitH`}
      title={texts.frame(texts.views.pdf)}
      aria-busy={!isCurrent}
    />
  )
}

/** Names the settings that could not be saved either, or offers to print again. */
function Problem({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { message, code } = toApiError(error)
  if (code !== 'invalid_input') return <Failed error={error} onRetry={onRetry} />
  const { problems, rest } = splitProblems(message, shopFields)
  const named = shopFields.flatMap(({ path }) => {
    const problem = problems[path]
    return problem ? [`${shopTexts.fields[path].label}: ${problem}`] : []
  })
  return (
    <Notice title={texts.notPrinted} icon="warn" isProblem>
      {[...named, ...(rest ? [rest] : [])].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
