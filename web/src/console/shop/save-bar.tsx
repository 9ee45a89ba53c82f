import { shopTexts as texts } from '../../core/texts/en-console-shop.js'
import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import type { ConfigForm } from './use-config.js'

/** Says that something is not saved yet, and saves or discards it. */
export function SaveBar({ form }: { form: ConfigForm }) {
  const formats = useFormats()
  const { changed, message, isBusy, discard } = form
  if (changed.length === 0) return null
  return (
    <div class="save-bar" aria-busy={isBusy}>
      <p>
        <b>{texts.changes(formats.count(changed.length), changed.length === 1)}</b>{' '}
        <span class="soft">{texts.changesText}</span>
        {message && (
          <span class="problem-text" role="alert">
            <Icon name="warn" /> {message}
          </span>
        )}
      </p>
      <div class="row">
        <button type="button" class="button quiet" disabled={isBusy} onClick={discard}>
          {texts.discard}
        </button>
        <button type="submit" class="button main" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </div>
  )
}
