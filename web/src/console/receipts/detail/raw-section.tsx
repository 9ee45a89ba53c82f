import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { CopyButton } from '../../parts/copy-button.js'
import type { Receipt } from '../receipt.js'

/** The receipt as the API returns it, for developers. */
export function RawSection({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  // Pictures would be most of the text.
  const json = JSON.stringify(receipt, (key, value) => (key === 'thumb' ? undefined : value), 2)
  return (
    <section class="detail-section">
      <details class="raw">
        <summary>{texts.raw}</summary>
        <div class="raw-copy">
          <CopyButton text={json} label={texts.copyRaw} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls. */}
        <pre class="code" tabIndex={0}>
          {json}
        </pre>
      </details>
    </section>
  )
}
