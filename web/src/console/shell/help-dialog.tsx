import { useState } from 'preact/hooks'
import { matchRoute, useLocation, useRouter } from 'wouter-preact'
import { Checkbox } from '../parts/checkbox.js'
import { Dialog } from '../parts/dialog.js'
import type { ScreenName } from '../screen.js'
import { useConsoleTexts } from '../texts.js'
import { isMac } from './is-mac.js'
import { areShortcutsOn, listShortcuts, setShortcutsOn } from './shortcuts.js'
import { useScreens } from './use-screens.js'

/** The page of the documentation about each screen. */
const docsPages: Readonly<Record<ScreenName, string>> = {
  home: 'console',
  receipts: 'receipts',
  customers: 'customers',
  subscriptions: 'subscriptions',
  catalog: 'catalog',
  payouts: 'settlement',
  tax: 'tax',
  reports: 'reports',
  setup: 'your-own-shop',
  shop: 'directory',
  team: 'access',
  developers: 'api',
  audit: 'access',
  plan: 'billing',
  reserve: 'reserve',
  operator: 'operations',
  notifications: 'notifications',
  payment: 'point-of-sale',
  refund: 'ledger',
  parts: 'pictures',
}

/**
 * Links the documentation of the screen, lists its shortcuts, and switches those with a single key
 * off.
 */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const { shell, screens: names } = useConsoleTexts()
  const texts = shell.shortcuts
  const [location] = useLocation()
  const { parser } = useRouter()
  const current = useScreens().find(({ path }) => matchRoute(parser, path, location)[0])
  const [isOn, setOn] = useState(areShortcutsOn)
  const [shortcuts] = useState(listShortcuts)
  return (
    <Dialog title={texts.help} onClose={onClose}>
      <ul class="help-links">
        {current && (
          <li>
            <a href={`/docs/${docsPages[current.name]}.md`} target="_blank" rel="noreferrer">
              {texts.docsOf(names[current.name])}
            </a>
          </li>
        )}
        <li>
          <a href="/docs/console.md" target="_blank" rel="noreferrer">
            {texts.docs}
          </a>
        </li>
        <li>
          <a href="/openapi.json" target="_blank" rel="noreferrer">
            {texts.reference}
          </a>
        </li>
      </ul>
      <p class="soft">{texts.problems}</p>
      <h3>{texts.title}</h3>
      <dl class="shortcuts">
        <div>
          <dt>{texts.palette}</dt>
          <dd>
            <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </dd>
        </div>
        {shortcuts.map(({ key, label }) => (
          <div key={key} class={isOn ? '' : 'soft'}>
            <dt>{label}</dt>
            <dd>
              <kbd>{key.toUpperCase()}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={texts.on}
        kind="switch"
        isChecked={isOn}
        onChange={(checked) => {
          setShortcutsOn(checked)
          setOn(checked)
        }}
      />
      <p class="soft">{texts.onHint}</p>
    </Dialog>
  )
}
