import { useState } from 'preact/hooks'
import { Link, useParams } from 'wouter-preact'
import { shopTexts as texts } from '../../core/texts/en-console-shop.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Page, Panel } from '../panels/page.js'
import { Dialog } from '../parts/dialog.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'
import { useMedia } from '../parts/use-media.js'
import { useRight } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { ConfigConflictDialog } from './config-conflict.js'
import { changeOfDraft, withDraft } from './config-draft.js'
import {
  isPrinted,
  type SectionName,
  type ShopConfig,
  shopFields,
  shopSections,
} from './config-fields.js'
import { FieldView } from './field-view.js'
import { Preview } from './preview.js'
import { SaveBar } from './save-bar.js'
import { useConfig, useConfigForm } from './use-config.js'
import './shop.css'

const sections = Object.keys(shopSections) as SectionName[]

/** The settings of the shop beside the pages that buyers will see. */
export function Screen() {
  const { screens } = useConsoleTexts()
  const { tab = 'identity' } = useParams<{ tab?: string }>()
  const [isPreviewing, setPreviewing] = useState(false)
  const config = useConfig()
  return (
    <div class="shop-screen">
      <Page
        title={screens.shop}
        docs="portal"
        tabs={sections.map((id) => ({
          id,
          label: texts.sections[id],
          href: id === 'identity' ? '/shop' : `/shop/${id}`,
        }))}
        current={tab}
        actions={
          <>
            <Link class="button" href="/setup">
              <Icon name="notches" />
              {texts.setup}
            </Link>
            <button type="button" class="button preview-button" onClick={() => setPreviewing(true)}>
              <Icon name="shop" />
              {texts.preview.title}
            </button>
          </>
        }
      >
        <Loaded query={config} lines={10}>
          {(data) => (
            <Settings
              config={data.config}
              tab={tab}
              isPreviewing={isPreviewing}
              onPreviewed={() => setPreviewing(false)}
            />
          )}
        </Loaded>
      </Page>
    </div>
  )
}

type SettingsProps = {
  config: ShopConfig
  tab: string
  isPreviewing: boolean
  onPreviewed(): void
}

function Settings({ config, tab, isPreviewing, onPreviewed }: SettingsProps) {
  const { states } = useConsoleTexts()
  const formats = useFormats()
  const form = useConfigForm(config, shopFields)
  const mayWrite = useRight('shop:write')
  // A hidden frame would load its page too.
  const isWide = useMedia('(min-width: 64.01rem)')
  const section = sections.find((name) => name === tab)
  if (!section) return <Notice title={states.notFound} text={states.notFoundText} />
  const preview = () => (
    <Preview
      saved={config}
      draft={withDraft(form.base, shopFields, form.draft)}
      isChanged={form.changed.length > 0}
      printed={changeOfDraft(form.changed.filter(isPrinted), form.draft)}
      first={section === 'page' || section === 'identity' ? shopOr(config) : 'payment'}
    />
  )
  return (
    <div class="shop-columns">
      <form
        class="shop-form"
        onSubmit={(event) => {
          event.preventDefault()
          void saveAndShowProblem(form.save)
        }}
      >
        <Panel title={texts.sections[section]} note={texts.notes[section]}>
          <div class={`settings settings-${section}`}>
            {section === 'identity' && <Listing config={config} />}
            {shopSections[section].map((field) => (
              <FieldView key={field.path} field={field} form={form} isReadOnly={!mayWrite} />
            ))}
          </div>
        </Panel>
        {!mayWrite && <p class="soft">{texts.readOnly}</p>}
        <SaveBar form={form} />
      </form>
      {isWide && <div class="card shop-side">{preview()}</div>}
      {isPreviewing && (
        <Dialog kind="drawer" title={texts.preview.title} onClose={onPreviewed}>
          <div class="preview-drawer">{preview()}</div>
        </Dialog>
      )}
      {form.conflict && <ConfigConflictDialog form={form} fields={shopFields} format={formats} />}
    </div>
  )
}

/** The shop page, if there is one. */
const shopOr = ({ slug }: ShopConfig) => (slug === '' ? 'payment' : 'shop')

const tones = { unlisted: 'wait', listed: 'good', review: 'warn', rejected: 'bad' } as const

function Listing({ config: { listing } }: { config: ShopConfig }) {
  return (
    <p class="listing">
      <Pill tone={tones[listing]} word={texts.listingWords[listing]} />
      <span class="soft">{texts.listing[listing]}</span>
    </p>
  )
}

/** Saves, and moves the focus to the first field that has a problem. */
async function saveAndShowProblem(save: () => Promise<boolean>): Promise<void> {
  if (await save()) return
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>('.shop-form [aria-invalid="true"], .shop-form [role="alert"]')
      ?.focus(),
  )
}
