import type { FunctionComponent } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { ChargeScreen } from '../charge/charge-screen.js'
import { PosIcon, type PosIconName } from '../icons.js'
import { useLazy } from '../parts/use-lazy.js'
import { addTyped, countAll, isEmpty } from '../sale/cart.js'
import type { Connection } from '../session/use-connection.js'
import type { Cashier, Register, Session } from '../session/use-session.js'
import { ItemGrid } from './item-grid.js'
import { KeypadView } from './keypad-view.js'
import { SalePanel } from './sale-panel.js'
import { useCatalog } from './use-catalog.js'
import { useQuote } from './use-quote.js'
import { useSale } from './use-sale.js'
import { useScanner } from './use-scanner.js'
import { useShownSale } from './use-shown-sale.js'
import { useUpdates } from './use-updates.js'

/** A cashier opens them some times a day, and the first sale must not wait for them. */
const loadSales = () => import('../sales/sales-screen.js').then(({ SalesScreen }) => SalesScreen)
const loadDay = () => import('../day/day-screen.js').then(({ DayScreen }) => DayScreen)

export type RegisterProps = {
  session: Session
  register: Register
  cashier: Cashier
  connection: Connection
}

export type Tab = 'keypad' | 'items' | 'sales' | 'day'
const tabIcons: Record<Tab, PosIconName> = {
  keypad: 'keys',
  items: 'grid',
  sales: 'list',
  day: 'day',
}

/** Sells: keypad, items and the current sale, with recent sales and the day beside them. */
export function RegisterScreen({ session, register, cashier, connection }: RegisterProps) {
  const { api, stored } = session
  const isOnline = connection !== 'offline'
  const [tab, setTab] = useState<Tab>('keypad')
  const [notice, setNotice] = useState<string | null>(null)
  const [isSaleOpen, setSaleOpen] = useState(false)
  const sale = useSale(stored, register.id)
  const catalog = useCatalog(api, { register, isOnline })
  const quoted = useQuote(api, sale.cart, { isActive: connection === 'online' && !sale.charge })
  const may = (right: Cashier['rights'][number]) => cashier.rights.includes(right)
  useShownSale(api, { sale, quoted, isActive: connection === 'online' && may('sell') })
  const isSelling = tab === 'keypad' || tab === 'items'
  useUpdates({ isIdle: isSelling && isEmpty(sale.cart) && !sale.charge })
  useScanner({ sale, catalog, onNotice: setNotice, isActive: !sale.charge && isSelling })
  // A sale that comes back from a refused charge is the same, and its notice stays. Cleared before
  // the notice of a scan follows, which an effect after the next frame would clear, too.
  const { lines, typedCents, discount, tip } = sale.cart
  useLayoutEffect(() => setNotice(null), [lines, typedCents, discount, tip, tab])

  const charge = () => {
    if (isEmpty(sale.cart) || sale.charge) return
    if (connection === 'offline') return setNotice(texts.offlineNote)
    // Charges only an amount that the cashier has seen. Without a database there is no quote.
    if (connection === 'online' && !quoted.bill) return
    setSaleOpen(false)
    sale.start(quoted.body)
  }
  const chargeButton = { sale, quoted, connection, onCharge: charge, onNotice: setNotice }

  if (sale.charge) {
    const shown = { session, register, cashier, connection, sale }
    return <ChargeScreen {...shown} onRefused={setNotice} />
  }
  const tabs: Tab[] = [
    'keypad',
    'items',
    ...(may('see_own_sales') || may('see_all_sales') ? (['sales'] as const) : []),
    ...(may('close_day') ? (['day'] as const) : []),
  ]
  return (
    <div class="pos">
      <header class="top">
        <img src="/assets/logo.svg" alt="" width="36" height="36" />
        <h1>{register.name}</h1>
        <ConnectionPill connection={connection} />
        <button
          type="button"
          class="plain-button"
          aria-label={texts.lock(cashier.name)}
          onClick={() => void session.lock()}
        >
          <PosIcon name="lock" />
          <span class="short-name">{cashier.name}</span>
        </button>
      </header>
      <main class={isSelling ? 'work with-sale' : 'work'}>
        {tab === 'keypad' && <KeypadView {...chargeButton} isTyping={!isSaleOpen} />}
        {tab === 'items' && (
          <ItemGrid {...chargeButton} catalog={catalog} onShowSale={() => setSaleOpen(true)} />
        )}
        {isSelling && (
          <SalePanel
            {...chargeButton}
            register={register}
            cashier={cashier}
            currencies={catalog.currencies}
            hasCharge={tab === 'items'}
            isOpen={isSaleOpen}
            onOpen={setSaleOpen}
          />
        )}
        {tab === 'sales' && <LazyScreen load={loadSales} props={{ session, register, cashier }} />}
        {tab === 'day' && (
          <LazyScreen
            load={loadDay}
            props={{ session, register, connection, onShowSales: () => setTab('sales') }}
          />
        )}
      </main>
      <p role="status" class={notice || connection !== 'online' ? 'notice' : 'visually-hidden'}>
        {notice ?? noteOf(connection)}
      </p>
      <nav class="tabs" aria-label={texts.tabsLabel}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === tab ? 'page' : undefined}
            onClick={() => {
              sale.cart.typedCents > 0 && sale.change((cart) => addTyped(cart, texts.sale.amount))
              setTab(name)
            }}
          >
            <PosIcon name={tabIcons[name]} />
            {texts.tabs[name]}
            {name === 'items' && countAll(sale.cart) > 0 && (
              <span class="count" aria-hidden="true">
                {countAll(sale.cart)}
              </span>
            )}
          </button>
        ))}
      </nav>
    </div>
  )
}

type LazyProps<Props> = { load(): Promise<FunctionComponent<Props>>; props: Props }

function LazyScreen<Props extends object>({ load, props }: LazyProps<Props>) {
  const { part: Part, hasFailed, retry } = useLazy(load)
  if (Part) return <Part {...props} />
  if (!hasFailed) return <div aria-busy="true" />
  return (
    <div class="empty" role="alert">
      <p>{texts.unreachable}</p>
      <button type="button" class="quiet-button" onClick={retry}>
        {texts.retry}
      </button>
    </div>
  )
}

function ConnectionPill({ connection }: { connection: Connection }) {
  const tone = { online: 'good', degraded: 'warn', offline: 'bad' }[connection]
  return (
    <span class={`pill ${tone}`}>
      <PosIcon name={connection === 'offline' ? 'off' : 'wifi'} />
      {texts[connection]}
    </span>
  )
}

function noteOf(connection: Connection): string | null {
  if (connection === 'offline') return texts.offlineNote
  return connection === 'degraded' ? texts.degradedNote : null
}
