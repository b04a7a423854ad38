// What the monitoring area registers with the application.
import { routes as articleRules } from './article-rules.ts'
import { routes as batchSettings } from './batch-settings.routes.ts'
import { routes as board } from './board.routes.ts'
import { calendarsImport } from './calendar-sheets.ts'
import { routes as calendars } from './calendars.routes.ts'
import { reliabilityExport, rulesExport } from './monitoring-sheets.ts'
import { routes as rules } from './rules.routes.ts'
import { monitoringCause } from './watch.ts'

export const monitoring = {
  causes: [monitoringCause],
  routes: [...board, ...rules, ...articleRules, ...batchSettings, ...calendars],
  sheets: [reliabilityExport, rulesExport, calendarsImport],
}
