import { Link } from 'wouter-preact'
import { shopTexts } from '../../core/texts/en-console-shop.js'
import { taxTexts as texts } from '../../core/texts/en-console-tax.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Page, Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { TaskRow } from '../parts/task-row.js'
import { useRight } from '../session/session.js'
import { ConfigConflictDialog } from '../shop/config-conflict.js'
import { withDraft } from '../shop/config-draft.js'
import { type ShopConfig, taxFields } from '../shop/config-fields.js'
import { SaveBar } from '../shop/save-bar.js'
import { useConfig, useConfigForm } from '../shop/use-config.js'
import { useConsoleTexts } from '../texts.js'
import { BasePanel } from './base-panel.js'
import { ChoicesPanel } from './choices-panel.js'
import { useJurisdictions } from './jurisdictions.js'
import { RatesPanel } from './rates-panel.js'
import { SaleCard } from './sale-card.js'
import '../shop/shop.css'
import './tax.css'

type Catalog = ResultOf<'get', '/api/tax/catalog'>

/** The tax of sales: where, how much, without what, and what a sale shows. */
export function Screen() {
  const { screens } = useConsoleTexts()
  const mayReport = useRight('reports:read')
  const config = useConfig()
  const catalog = useJurisdictions()
  return (
    <div class="tax-screen">
      <Page
        title={screens.tax}
        docs="tax"
        actions={
          mayReport && (
            <Link class="button" href="/reports/tax">
              <Icon name="chart" />
              {texts.report}
            </Link>
          )
        }
      >
        <Loaded query={catalog} lines={10}>
          {(found) => (
            <Loaded query={config} lines={10}>
              {(data) => <Settings config={data.config} catalog={found} />}
            </Loaded>
          )}
        </Loaded>
      </Page>
    </div>
  )
}

function Settings({ config, catalog }: { config: ShopConfig; catalog: Catalog }) {
  const formats = useFormats()
  const form = useConfigForm(config, taxFields)
  const mayWrite = useRight('shop:write')
  const maySell = useRight('receipts:write')
  const mayReport = useRight('reports:read')
  const { tax, publicOrders } = withDraft(form.base, taxFields, form.draft)
  const { defaultJurisdictionCode: code, defaultTaxRate: rate, overrides } = tax
  const { jurisdictionCodes } = publicOrders
  const shared = { form, jurisdictions: catalog.jurisdictions, isReadOnly: !mayWrite }
  const hasUnsavedRates = form.changed.some(({ path }) => path === 'tax.overrides')
  // The service quotes what is saved.
  const saved = config.tax.overrides.map((override) => override.code)
  return (
    <div class="shop-columns">
      <form
        class="shop-form"
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <BasePanel {...shared} code={code} />
        <RatesPanel {...shared} overrides={overrides} />
        <ChoicesPanel {...shared} codes={jurisdictionCodes} />
        <ExemptPanel />
        {!mayWrite && <p class="soft">{shopTexts.readOnly}</p>}
        <SaveBar form={form} />
      </form>
      <div class="tax-side">
        {maySell && (
          <SaleCard
            code={code}
            rate={rate}
            codes={[...new Set([...jurisdictionCodes, ...saved])]}
            hasUnsavedRates={hasUnsavedRates}
          />
        )}
        {mayReport && (
          <div class="card">
            <TaskRow
              title={texts.reportTitle}
              text={texts.reportText}
              icon="chart"
              tone="wait"
              href="/reports/tax"
            />
          </div>
        )}
      </div>
      {form.conflict && <ConfigConflictDialog form={form} fields={taxFields} format={formats} />}
    </div>
  )
}

/** Items that are sold without tax. */
function ExemptPanel() {
  const formats = useFormats()
  const items = useLoad('/api/inventory', { query: { taxable: 'false', limit: 1 } })
  const count = items.data?.total ?? 0
  return (
    <Panel title={texts.exempt.title} note={texts.exempt.text}>
      <div class="stack">
        <p>
          <b>
            {count === 0
              ? texts.exempt.none
              : texts.exempt.count(formats.count(count), count === 1)}
          </b>{' '}
          <Link href={count === 0 ? '/catalog' : '/catalog?taxable=false'}>
            {texts.exempt.catalog}
          </Link>
        </p>
        <p class="soft">{texts.exempt.api}</p>
      </div>
    </Panel>
  )
}
