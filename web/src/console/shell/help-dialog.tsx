import { useState } from 'preact/hooks'
import { Checkbox } from '../parts/checkbox.js'
import { Dialog } from '../parts/dialog.js'
import { useConsoleTexts } from '../texts.js'
import { isMac } from './is-mac.js'
import { areShortcutsOn, listShortcuts, setShortcutsOn } from './shortcuts.js'

/** Lists the shortcuts of the screen, and switches those with a single key off. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const texts = useConsoleTexts().shell.shortcuts
  const [isOn, setOn] = useState(areShortcutsOn)
  const [shortcuts] = useState(listShortcuts)
  return (
    <Dialog title={texts.title} onClose={onClose}>
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
