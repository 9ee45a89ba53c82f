import { catalog, catalogItem } from './catalog.js'
import { customerDetail, customers } from './customers.js'
import { developerTabs, requestTab, webhookTab } from './developer-tabs.js'
import { developers } from './developers.js'
import { home } from './home.js'
import { notifications } from './notifications.js'
import { operator } from './operator.js'
import {
  merchantReportTab,
  merchantTab,
  operatorTabs,
  stateTab,
  transactionTab,
} from './operator-tabs.js'
import { palette } from './palette.js'
import { partsPage } from './parts.js'
import { payment } from './payment.js'
import { payouts } from './payouts.js'
import { plan } from './plan.js'
import { receipts } from './receipts.js'
import { refund } from './refund.js'
import { otherReports, reports } from './reports.js'
import { reserve } from './reserve.js'
import type { ScreenStates } from './screen-states.js'
import { setup } from './setup.js'
import { shop, shopSettings } from './shop.js'
import { subscriptions } from './subscriptions.js'
import { tax, taxDialogs } from './tax.js'
import { audit, team } from './team.js'
import { registerTab, securityTab } from './team-tabs.js'

/** The screens of the console by name, each with its states. */
export const allScreens: Readonly<Record<string, ScreenStates>> = {
  home,
  receipts,
  catalog,
  customers,
  subscriptions,
  payouts,
  payment,
  refund,
  team,
  audit,
  developers,
  reports,
  reserve,
  plan,
  operator,
  shop,
  tax,
  setup,
  parts: partsPage,
}

/** Panels and dialogs above screens, and the tabs of screens. */
export const allPanels: Readonly<Record<string, ScreenStates>> = {
  notifications,
  palette,
  catalogItem,
  customerDetail,
  otherReports,
  webhookTab,
  requestTab,
  developerTabs,
  registerTab,
  securityTab,
  stateTab,
  merchantTab,
  merchantReportTab,
  transactionTab,
  operatorTabs,
  shopSettings,
  taxDialogs,
}
