import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import { Dialog } from '../parts/dialog.js'
import { addTyped, type CartLine, type Currency, countAll, isEmpty, setQty } from '../sale/cart.js'
import type { Cashier, Register } from '../session/use-session.js'
import { ChargeButton, type ChargeProps } from './charge-button.js'
import { DiscountDialog } from './discount-dialog.js'
import { formatCents } from './format-cents.js'
import { TipChoice } from './tip-choice.js'
import { Totals } from './totals.js'

type Props = ChargeProps & {
  register: Register
  cashier: Cashier
  currencies: readonly Currency[]
  /** The keypad has a button of its own. */
  hasCharge: boolean
  /** On a phone, the sale covers the items. */
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** Shows the current sale: its lines, discount, tip and total. */
export function SalePanel(props: Props) {
  const { sale, quoted, register, cashier, hasCharge, isOpen, onOpen } = props
  const { cart, parked } = sale
  const [edited, setEdited] = useState<number | null>(null)
  const [dialog, setDialog] = useState<'discount' | 'parked' | null>(null)
  const bill = quoted.bill ?? quoted.lastBill
  const edit = (index: number) => {
    if (cart.lines[index]) return setEdited(index)
    sale.change((before) => addTyped(before, texts.sale.amount))
    setEdited(index)
  }
  return (
    <section class={isOpen ? 'sale open' : 'sale'} aria-labelledby="sale">
      <header>
        <button
          type="button"
          class="plain-button phone-only"
          aria-label={texts.back}
          onClick={() => onOpen(false)}
        >
          <PosIcon name="close" />
        </button>
        <h2 id="sale">{texts.sale.title}</h2>
        <CurrencyChoice {...props} />
        <button
          type="button"
          class="plain-button"
          aria-label={texts.sale.park}
          disabled={isEmpty(cart)}
          onClick={sale.park}
        >
          <PosIcon name="pause" />
        </button>
        <button
          type="button"
          class="plain-button"
          aria-label={texts.sale.clear}
          disabled={isEmpty(cart)}
          onClick={sale.clear}
        >
          <PosIcon name="bin" />
        </button>
      </header>
      <Lines {...props} onEdit={edit} />
      <footer>
        {parked.length > 0 && (
          <button type="button" class="quiet-button wide" onClick={() => setDialog('parked')}>
            <PosIcon name="pause" />
            {texts.sale.parked(parked.length)}
          </button>
        )}
        <TipChoice sale={sale} register={register} quoted={quoted} />
        {cashier.rights.includes('discount') && !isEmpty(cart) && (
          <button type="button" class="quiet-button wide" onClick={() => setDialog('discount')}>
            {cart.discount ? texts.sale.changeDiscount : texts.sale.giveDiscount}
          </button>
        )}
        <Totals bill={bill} isCurrent={quoted.bill !== null} />
        {quoted.problem && (
          <p class="problem-text" role="alert">
            {quoted.problem}
          </p>
        )}
        {(hasCharge || isOpen) && <ChargeButton {...props} />}
      </footer>
      {edited !== null && cart.lines[edited] && (
        <LineDialog
          line={cart.lines[edited]}
          onQty={(qty) => {
            sale.change((before) => setQty(before, edited, qty))
            if (qty === 0) setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {dialog === 'discount' && (
        <DiscountDialog
          currency={cart.currency}
          onClose={() => setDialog(null)}
          onSubmit={(discount) => {
            sale.change((before) => ({ ...before, discount }))
            setDialog(null)
          }}
        />
      )}
      {dialog === 'parked' && (
        <Dialog title={texts.sale.resume} onClose={() => setDialog(null)}>
          <ul class="options">
            {parked.map(({ cart: kept, at }, index) => (
              <li key={kept.key}>
                <button
                  type="button"
                  class="quiet-button"
                  onClick={() => {
                    sale.resume(index)
                    setDialog(null)
                  }}
                >
                  {texts.sale.resumeOne(format.time(at, 'local'), texts.sale.count(countAll(kept)))}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}

function CurrencyChoice({ sale, currencies }: Props) {
  if (currencies.length < 2) return null
  return (
    <label class="currency">
      <span class="visually-hidden">{texts.sale.currency}</span>
      <select
        value={sale.cart.currency}
        onChange={(event) => sale.setCurrency(event.currentTarget.value as Currency)}
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}

function Lines({ sale, quoted, onEdit }: Props & { onEdit(index: number): void }) {
  const { cart } = sale
  if (isEmpty(cart)) return <p class="soft nothing">{texts.sale.empty}</p>
  const typed: CartLine[] =
    cart.typedCents > 0
      ? [{ kind: 'amount', label: texts.sale.amount, cents: cart.typedCents }]
      : []
  const lines = [...cart.lines, ...typed]
  // The service lists items first, then amounts.
  const order = [...lines.keys()].toSorted(
    (a, b) => Number(lines[a]?.kind === 'amount') - Number(lines[b]?.kind === 'amount') || a - b,
  )
  const goods = quoted.bill?.goods.length === lines.length ? quoted.bill.goods : null
  return (
    <ul>
      {lines.map((line, index) => {
        const cents = goods?.[order.indexOf(index)]?.cents ?? localCents(line)
        const isTyped = index === cart.lines.length
        return (
          <li key={`${index}-${line.label}`}>
            <button type="button" onClick={() => onEdit(index)}>
              <span class="visually-hidden">{texts.sale.edit}</span>
              <span class="q">{line.kind === 'item' ? line.qty : 1}</span>
              <span class="t">
                <b>{line.label}</b>
                {line.kind === 'amount' && (
                  <small>{isTyped ? texts.sale.beingTyped : texts.sale.withoutItem}</small>
                )}
              </span>
              <span class="money">{cents === null ? '' : formatCents(cents, cart.currency)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function localCents(line: CartLine): number | null {
  if (line.kind === 'amount') return line.cents
  return line.cents === null ? null : line.cents * line.qty
}

type LineProps = { line: CartLine; onQty(qty: number): void; onClose(): void }

function LineDialog({ line, onQty, onClose }: LineProps) {
  const qty = line.kind === 'item' ? line.qty : 1
  return (
    <Dialog title={line.label} onClose={onClose}>
      {line.kind === 'item' && (
        <fieldset class="stepper" aria-label={texts.sale.quantity}>
          <button
            type="button"
            class="quiet-button"
            aria-label={texts.sale.less}
            onClick={() => onQty(qty - 1)}
          >
            <PosIcon name="minus" />
          </button>
          <output class="huge">{qty}</output>
          <button
            type="button"
            class="quiet-button"
            aria-label={texts.sale.more}
            onClick={() => onQty(qty + 1)}
          >
            <PosIcon name="plus" />
          </button>
        </fieldset>
      )}
      <button type="button" class="quiet-button wide" onClick={() => onQty(0)}>
        <PosIcon name="bin" />
        {texts.sale.remove}
      </button>
      <button type="button" class="main-button" onClick={onClose}>
        {texts.sale.done}
      </button>
    </Dialog>
  )
}
