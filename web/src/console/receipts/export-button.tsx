import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import type { ReceiptsQuery } from './filters.js'

type ExportButtonProps = {
  query: ReceiptsQuery
  /** Null while not all of the list is known. */
  count: number | null
  /** The filters in words. */
  words: string
}

/** Downloads exactly what the list shows. */
export function ExportButton({ query, count, words }: ExportButtonProps) {
  const { receipts: texts } = useConsoleTexts()
  const { api } = useSession()
  const format = useFormats()
  if (count === 0) return null
  const label =
    count === null ? texts.export : texts.exportCounted(format.count(count), count === 1)
  return (
    <a
      class="button"
      href={api.addressOf('/api/receipts/export', query)}
      download="receipts.csv"
      title={texts.exportTitle(words)}
    >
      <Icon name="download" />
      <span>{label}</span>
    </a>
  )
}
