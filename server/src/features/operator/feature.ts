import type { Access } from '../../auth/access.js'
import type { Section } from '../../platform/doctor/section.js'
import type { Feature } from '../../platform/feature.js'
import type { AnyKind } from '../../platform/journal/replay-segment.js'
import { journalRoutes } from './journal-routes.js'
import { limitRoutes } from './limit-routes.js'
import { merchantReportRoutes } from './merchant-report/routes.js'
import { merchantRoutes } from './merchant-routes.js'
import { platformRoutes } from './platform-routes.js'
import { jobRoutes } from './system/job-routes.js'
import { systemRoutes } from './system/routes.js'
import { transactionRoutes } from './transactions/routes.js'

type OperatorParts = {
  access: Access
  journalKinds: readonly AnyKind[]
  doctorSections: readonly Section[]
}

export const operatorFeature: Feature<OperatorParts> = {
  tag: 'operator',
  routes: [
    merchantRoutes,
    limitRoutes,
    platformRoutes,
    journalRoutes,
    transactionRoutes,
    merchantReportRoutes,
    systemRoutes,
    jobRoutes,
  ],
}
