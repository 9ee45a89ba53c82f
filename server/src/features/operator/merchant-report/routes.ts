import { operator } from '../../../auth/guards.js'
import { invalidInput } from '../../../lib/errors.js'
import { readWallet } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import { readingFrom } from '../../../platform/reading-from.js'
import { reportResponse, sendCsv } from '../../reports/send-csv.js'
import { readDayRange } from '../read-day-range.js'
import { describeReport, formatReport, getMerchantReport } from './get-merchant-report.js'
import { MerchantReportQuery, MerchantReportResponse } from './schemas.js'

const maxDays = 92
const maxCsvRows = 20_000

/** The report across merchants. */
export const merchantReportRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/admin/reports/merchants',
    {
      config: { guard: operator(), outage: 'refuse' },
      schema: {
        summary: 'Report volume, fees, refunds and failures by merchant and day',
        description:
          'Figures of sales are sums of the ledger, and equal the sums of `/api/reports/summary` over all merchants. Use `format=csv` to download a file with up to 20,000 rows.',
        querystring: MerchantReportQuery,
        response: reportResponse(MerchantReportResponse),
      },
    },
    async ({ query }, reply) => {
      const merchant = query.merchant ? readWallet('merchant', query.merchant) : null
      const range = { ...readDayRange(query, { now: ctx.now(), maxDays }), merchant }
      const format = readChoice('format', query.format, ['json', 'csv']) ?? 'json'
      const after = readPosition(query.cursor)
      if (format === 'csv') {
        const report = await getMerchantReport(readingFrom(ctx), {
          ...range,
          after: null,
          limit: maxCsvRows,
        })
        if (report.next) {
          throw invalidInput(`The range has more than ${maxCsvRows} rows. Shorten it.`)
        }
        return sendCsv(reply, { name: 'merchants', csv: formatReport(report) })
      }
      const limit = readWhole('limit', query.limit, { min: 1, max: 200, fallback: 100 })
      const report = await getMerchantReport(readingFrom(ctx), { ...range, after, limit })
      const { next } = report
      return {
        ok: true as const,
        ...describeReport(report),
        nextCursor: next && `${next.day}_${next.merchant}`,
      }
    },
  )
}

function readPosition(cursor: string | undefined): { day: number; merchant: string } | null {
  if (cursor === undefined || cursor === '') return null
  const [, day, merchant] = /^(\d{1,8})_(0x[0-9a-f]{40})$/.exec(cursor) ?? []
  if (day === undefined || merchant === undefined) throw invalidCursor()
  return { day: Number(day), merchant }
}
