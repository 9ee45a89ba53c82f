import { shopTexts } from '../core/texts/en-shop.js'
import { english } from '../core/texts/language.js'
import { Money } from '../ui/money.js'
import { SlipEdge } from '../ui/slip-edge.js'
import { StatusPill, type Tone } from '../ui/status-pill.js'
import { formatPrice, ShopFrame } from './frame.js'
import type { OrderView } from './view.js'

const tones: Record<OrderView['stage'], Tone> = {
  waiting: 'wait',
  confirming: 'wait',
  paid: 'good',
  failed: 'bad',
  refunded: 'good',
  expired: 'warn',
}

/** The progress of an order. The script loads it again while something may still change. */
export function OrderPage({ view }: { view: OrderView }) {
  const { slug, stage, orderId, paymentPath } = view
  const texts = shopTexts.order
  const isOpen = stage === 'waiting' || stage === 'confirming'
  return (
    <ShopFrame view={view}>
      <main id="content" class="in order">
        <div id="order" data-live data-follow={isOpen ? 'yes' : undefined}>
          <p>
            <StatusPill tone={tones[stage]} word={texts.stages[stage].word} />
          </p>
          <h1>{texts.title(stage)}</h1>
          <p class="soft">{texts.stages[stage].text}</p>
          <section class="slip" aria-label={texts.summary}>
            <p class="amount">
              <Money>{formatPrice(view.total)}</Money> <small>{view.total.currency}</small>
            </p>
            <dl class="sums">
              {view.lines.map(({ label, qty, amount, isCharge }, index) => (
                <div class={isCharge ? 'soft' : undefined} key={index}>
                  <dt>
                    {qty !== null && qty !== 1 && `${qty} × `}
                    <bdi>{label}</bdi>
                  </dt>
                  <dd>
                    <Money>{formatPrice(amount)}</Money>
                  </dd>
                </div>
              ))}
            </dl>
            <p class="note">
              {texts.number(orderId)}
              <br />
              {english.format.time(view.createdAt, 'UTC')}
            </p>
            <SlipEdge />
          </section>
          <p class="actions">
            {stage === 'waiting' ? (
              <a class="main-button" href={paymentPath}>
                {texts.pay}
              </a>
            ) : (
              <a class="quiet-button" href={paymentPath}>
                {texts.receipt}
              </a>
            )}
            {isOpen && (
              <a class="quiet-button without-script" href={`/shop/${slug}/orders/${orderId}`}>
                {texts.again}
              </a>
            )}
            <a class="quiet-button" href={`/shop/${slug}`}>
              {texts.toShop}
            </a>
          </p>
        </div>
      </main>
    </ShopFrame>
  )
}
