import type { JobRunner } from '../../jobs/job-runner.js'
import { countActions } from './describe-import.js'
import { importItems } from './import-items.js'
import { readRows } from './read-rows.js'
import { decodeText } from './receive-file.js'

/** Imports a CSV file that was sent before. The job ends in the transaction of the import. */
export const importJob: JobRunner = {
  kind: 'import',
  async run(ctx, run) {
    const blocks: Buffer[] = []
    for await (const block of run.readFile()) blocks.push(block)
    const file = await readRows(decodeText(blocks), ctx.config)
    run.report({ total: 2 * file.rows.length })
    await importItems(ctx, {
      by: run.by,
      file,
      dryRun: false,
      onProgress(done) {
        run.signal.throwIfAborted()
        run.report({ done })
      },
      beforeEnd: (inTx, plan) => run.finish(inTx, countActions(plan.rows)),
    })
    return { kind: 'finished' }
  },
}
