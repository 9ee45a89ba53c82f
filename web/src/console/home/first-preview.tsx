import { useQuery } from '@tanstack/preact-query'
import { QuoteCard } from '../payment/quote-card.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import type { SetupFacts } from './use-setup.js'

/** The first item as the payment page shows it, quoted by the service. */
export function FirstPreview({ facts }: { facts: SetupFacts }) {
  const texts = useConsoleTexts().home.setup
  const { api, membership } = useSession()
  const { item, config } = facts
  const quote = useQuery({
    queryKey: ['sale-quote', membership.wallet, 'preview', item?.id],
    queryFn: async ({ signal }) => {
      const body = { items: [{ id: item?.id, qty: 1 }] }
      return (await api.call('post', '/api/receipts/terminal/quote', { body, signal })).quote
    },
    enabled: item !== null,
  })
  if (!quote.data) return null
  return (
    <section class="card setup-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{texts.preview}</h2>
      <div class="setup-slip">
        <h3>{texts.previewPay(config.theme.brandName || config.name)}</h3>
        <QuoteCard quote={quote.data} error={null} isCurrent />
      </div>
    </section>
  )
}
