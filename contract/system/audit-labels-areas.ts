// Audit log labels of the areas that keep their own. Areas use one word for different things: it is read as the target's area says it.
import * as ai from '../ai/audit-labels.ts'
import * as articles from '../articles/audit-labels.ts'
import * as entitlements from '../entitlements/audit-labels.ts'
import * as meetings from '../meetings/audit-labels.ts'
import * as monitoring from '../monitoring/audit-labels.ts'
import * as operations from '../operations/audit-labels.ts'
import * as outbox from '../outbox/audit-labels.ts'
import * as prices from '../prices/audit-labels.ts'
import * as push from '../push/audit-labels.ts'
import * as service from '../service/audit-labels.ts'
import * as sharing from '../sharing/audit-labels.ts'
import * as visits from '../visits/audit-labels.ts'

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
