import { readingFrom } from '../../../../platform/reading-from.js'
import type { JobRunner } from '../../../jobs/job-runner.js'
import type { ReceiptFilterQuery } from '../../schemas.js'
import { firstPage, readReceiptFilter } from '../read-receipt-query.js'
import { exportReceipts } from './export-receipts.js'
import { countMatching } from './export-store.js'

/** The validated request: the filters of the list, and the time zone of their days. */
export type ExportJobInput = { query: ReceiptFilterQuery; timeZone: string }

/** Writes matching receipts to the file of the job. After a crash it begins again. */
export const exportJob: JobRunner = {
  kind: 'export',
  async run(ctx, run) {
    const { merchant, input } = run.job
    const reading = readingFrom(ctx)
    const { query, timeZone } = input as ExportJobInput
    const filter = readReceiptFilter(query, timeZone)
    const counted = { merchant, filter, after: firstPage, limit: Number.MAX_SAFE_INTEGER }
    const total = await countMatching(reading.db, counted)
    run.report({ done: 0, total })
    await run.beginFile()
    let receipts = 0
    const onBatch = (count: number) => {
      receipts += count
    }
    for await (const text of exportReceipts(reading, { merchant, filter, onBatch })) {
      await run.appendToFile(text)
      run.report({ done: Math.min(receipts, total) })
    }
    return { kind: 'done', result: { receipts } }
  },
}
