import { developerTexts } from '../../core/texts/en-console-developers.js'
import { Panel } from '../panels/page.js'
import { Code } from '../panels/secret-dialog.js'
import { useLoad } from '../panels/use-load.js'
import { useSession } from '../session/session.js'

const texts = developerTexts.snippets

/** Programs that work as they are, with the ids of the shop. */
export function SnippetsTab() {
  const { membership } = useSession()
  const inventory = useLoad('/api/inventory', { query: { limit: 1 } })
  const item = inventory.data?.items[0]
  const sku = item?.sku ?? 'YOUR-SKU'
  const shop = useLoad('/api/shop/config')
  const baseUrl = location.origin
  return (
    <>
      <Panel title={texts.title} note={texts.note}>
        <div class="snippets">
          <h3>{texts.install}</h3>
          <Code label={texts.install} text="npm install @tallystick/sdk" />
          <h3>{texts.order}</h3>
          {inventory.isSuccess && !item && <p class="soft">{texts.noItem}</p>}
          <Code label={texts.order} text={writeOrder({ baseUrl, sku })} />
          <h3>{texts.curl}</h3>
          <Code label={texts.curl} text={writeCurl({ baseUrl, sku })} />
          <h3>{texts.webhook}</h3>
          <Code label={texts.webhook} text={verification} />
        </div>
      </Panel>
      <Panel title={texts.button} note={texts.buttonNote}>
        <div class="snippets">
          {shop.data && !shop.data.config.listed && <p class="soft">{texts.buttonUnlisted}</p>}
          <Code
            label={texts.button}
            text={writeButton({ baseUrl, sku, slug: shop.data?.config.slug ?? 'your-shop' })}
          />
          <p class="soft">
            <a href="/docs/pay-button.md" target="_blank" rel="noreferrer">
              {texts.buttonDocs}
            </a>
          </p>
        </div>
      </Panel>
      <Panel title={texts.ids}>
        <dl class="fact-grid">
          <div>
            <dt>{texts.merchant}</dt>
            <dd>
              <code class="wrap">{membership.wallet}</code>
            </dd>
          </div>
          <div>
            <dt>{texts.baseUrl}</dt>
            <dd>
              <code class="wrap">{baseUrl}</code>
            </dd>
          </div>
          <div>
            <dt>{texts.openapi}</dt>
            <dd>
              <a href="/openapi.json" target="_blank" rel="noreferrer">
                {baseUrl}/openapi.json
              </a>
            </dd>
          </div>
        </dl>
      </Panel>
    </>
  )
}

type Ids = { baseUrl: string; sku: string }

const writeOrder = ({ baseUrl, sku }: Ids) => `import { createClient } from '@tallystick/sdk'

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.TALLYSTICK_KEY,
})

const receipt = await client.orders.create({
  items: [{ sku: '${sku}', qty: 1 }],
})
console.log(receipt.paymentUrl)`

/** A comma separates items, and what follows the last colon is the quantity. */
const writeButton = ({ baseUrl, sku, slug }: Ids & { slug: string }) => {
  const item = sku.includes(',') ? 'YOUR-SKU' : sku
  const shown = item.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<script type="module" src="${baseUrl}/pay-button.js"></script>
<tally-pay shop="${slug}" items="${shown}:1">Buy now</tally-pay>`
}

const writeCurl = ({ baseUrl, sku }: Ids) => `curl '${baseUrl}/api/orders' \\
  -H "X-API-Key: $TALLYSTICK_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"items":[{"sku":"${sku}","qty":1}]}'`

const verification = `import { isPaid, verifyWebhook } from '@tallystick/sdk'

// \`body\` is the raw body of the request, before any parsing.
const { event } = await verifyWebhook({
  body,
  headers,
  secret: process.env.TALLYSTICK_WEBHOOK_SECRET,
})
if (isPaid(event)) await ship(event.receiptId)`
