import { useState } from 'preact/hooks'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import { PrinterDialog } from '../print/printer-dialog.js'
import { formatCents } from '../register/format-cents.js'
import { useCashiers } from '../session/use-cashiers.js'
import type { Cashier, Register, Session } from '../session/use-session.js'
import { SaleDetail } from './sale-detail.js'
import { isPaid, type SoldReceipt, stateOf, totalCentsOf } from './sold-receipt.js'
import { StatePill } from './state-pill.js'
import { type Sales, useSales } from './use-sales.js'

const texts = reportTexts.sales

type Props = { session: Session; register: Register; cashier: Cashier }

/** Shows the recent sales that the cashier may see, to print them again and to refund them. */
export function SalesScreen({ session, register, cashier }: Props) {
  const { api } = session
  const seesAll = cashier.rights.includes('see_all_sales')
  const [isEverywhere, setEverywhere] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isPrinter, setPrinter] = useState(false)
  const sales = useSales(api, isEverywhere ? null : register.id)
  const cashiers = useCashiers(api)
  const chosen = sales.receipts?.find(({ receiptId }) => receiptId === chosenId) ?? null

  return (
    <section class={chosen ? 'sales with-detail' : 'sales'} aria-label={texts.title}>
      <div class="list">
        <header class="title">
          <h2>{texts.title}</h2>
          <button type="button" class="quiet-button" onClick={() => setPrinter(true)}>
            <PosIcon name="print" />
            {texts.printer}
          </button>
        </header>
        {seesAll ? (
          <fieldset class="tips">
            <legend class="visually-hidden">{texts.which}</legend>
            {[false, true].map((value) => (
              <label key={String(value)} class="choice">
                <input
                  type="radio"
                  name="sales"
                  checked={value === isEverywhere}
                  onChange={() => setEverywhere(value)}
                />
                <span>{value ? texts.everywhere : texts.here}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p class="soft">{texts.own}</p>
        )}
        <SaleList sales={sales} chosenId={chosenId} onChoose={setChosenId} />
      </div>
      {chosen ? (
        <SaleDetail
          key={chosen.receiptId}
          session={session}
          register={register}
          cashier={cashier}
          receipt={chosen}
          cashiers={cashiers}
          onChanged={sales.reload}
          onBack={() => setChosenId(null)}
        />
      ) : (
        <p class="soft wide-only">{texts.choose}</p>
      )}
      {isPrinter && (
        <PrinterDialog session={session} register={register} onClose={() => setPrinter(false)} />
      )}
    </section>
  )
}

type ListProps = { sales: Sales; chosenId: string | null; onChoose(id: string): void }

function SaleList({ sales, chosenId, onChoose }: ListProps) {
  const { receipts, problem, isDegraded, isLoading, hasMore } = sales
  if (receipts === null && problem === null) {
    return (
      <p class="soft" role="status">
        {texts.loading}
      </p>
    )
  }
  return (
    <>
      {problem !== null && (
        <div role="alert" class="trouble">
          <p class="problem-text">{problem || texts.failed}</p>
          <button type="button" class="quiet-button" onClick={() => void sales.reload()}>
            {texts.retry}
          </button>
        </div>
      )}
      {isDegraded && (
        <p class="soft" role="status">
          {texts.stale}
        </p>
      )}
      {receipts?.length === 0 && (
        <div class="empty">
          <h3>{texts.empty}</h3>
          <p class="soft">{texts.emptyText}</p>
        </div>
      )}
      {receipts && receipts.length > 0 && (
        <ul class="rows" aria-label={texts.list}>
          {receipts.map((receipt) => (
            <SaleRow
              key={receipt.receiptId}
              receipt={receipt}
              isChosen={receipt.receiptId === chosenId}
              onChoose={() => onChoose(receipt.receiptId)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <button
          type="button"
          class="quiet-button wide"
          disabled={isLoading}
          onClick={() => void sales.loadMore()}
        >
          {texts.more}
        </button>
      )}
    </>
  )
}

type RowProps = { receipt: SoldReceipt; isChosen: boolean; onChoose(): void }

function SaleRow({ receipt, isChosen, onChoose }: RowProps) {
  const currency = receipt.currency === 'EUR' ? 'EUR' : 'USD'
  const goods = receipt.lineItems[0]?.label ?? ''
  return (
    <li>
      <button
        type="button"
        class="row-button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span class="t">
          <b class={isPaid(receipt) ? 'money' : 'money soft'}>
            {formatCents(totalCentsOf(receipt), currency)}
          </b>
          <small class="soft">
            {format.time(receipt.createdAt, 'local')} · {goods}
          </small>
        </span>
        <StatePill state={stateOf(receipt)} />
      </button>
    </li>
  )
}
