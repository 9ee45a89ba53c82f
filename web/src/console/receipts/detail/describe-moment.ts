import type { ReceiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import type { ConsoleFormats } from '../../format/console-formats.js'

/** Returns a time in a sentence, such as "today at 18:06". */
export function describeMoment(
  at: number,
  { texts, format }: { texts: ReceiptDetailTexts['detail']; format: ConsoleFormats },
): string {
  const isToday = format.dayKey(at) === format.dayKey(Date.now())
  return isToday ? texts.todayAt(format.clock(at)) : texts.dayAt(format.day(at), format.clock(at))
}
