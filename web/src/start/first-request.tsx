import { Icon } from '../ui/icon.js'
import type { StartView } from './view.js'

/** Shows a request to try, with the key of the demo shop if there is one. */
export function FirstRequest({ view: { baseUrl, sandbox } }: { view: StartView }) {
  const demoKey = sandbox?.demoKey ?? null
  return (
    <section class="card card-second" aria-labelledby="first-request">
      <h2 id="first-request">First request</h2>
      <p>
        Run this in a terminal. With a valid key, the response contains <code>"ok":&nbsp;true</code>
        .
      </p>
      <div class="command">
        <code id="command">
          <span>
            curl <span id="origin">{baseUrl}</span>
            <wbr />
            /api/status/ping
          </span>{' '}
          <span>
            -H "x-api-key: <mark>{demoKey ?? '<your key>'}</mark>"
          </span>
        </code>
        <button id="copy" type="button" hidden>
          <span class="before">
            <Icon name="copy" />
          </span>
          <span class="after">
            <Icon name="copied" />
          </span>
          <span id="copy-label">Copy</span>
        </button>
      </div>
      <p id="copy-note" class="quiet" role="status" />
      {demoKey === null ? (
        <p>
          Replace <code>&lt;your&nbsp;key&gt;</code> with your API key.
        </p>
      ) : (
        <p>
          This is the key of the demo shop. It works in this sandbox only. It is also in{' '}
          <code>{sandbox?.demoFile}</code>, with the demo wallets.
        </p>
      )}
    </section>
  )
}
