// Audit log labels of the areas that keep their own. Areas use one word for different things: it is read as the target's area says it.
import * as ai from '#contract/ai/audit-labels.ts'
import * as articles from '#contract/articles/audit-labels.ts'
import * as entitlements from '#contract/entitlements/audit-labels.ts'
import * as meetings from '#contract/meetings/audit-labels.ts'
import * as monitoring from '#contract/monitoring/audit-labels.ts'
import * as operations from '#contract/operations/audit-labels.ts'
import * as outbox from '#contract/outbox/audit-labels.ts'
import * as prices from '#contract/prices/audit-labels.ts'
import * as push from '#contract/push/audit-labels.ts'
import * as service from '#contract/service/audit-labels.ts'
import * as sharing from '#contract/sharing/audit-labels.ts'
import * as visits from '#contract/visits/audit-labels.ts'

type Words = Readonly<Record<string, string>>
type Area = { targets: Words; verbs: Words; fields: Words }

export const areas: readonly Area[] = [
  ai,
  articles,
  entitlements,
  meetings,
  monitoring,
  operations,
  outbox,
  prices,
  push,
  service,
  sharing,
  visits,
]

export const targets: Words = Object.assign({}, ...areas.map((area) => area.targets))
