// Audit log labels of the areas that keep their own.
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

export const targets = {
  ...ai.targets,
  ...articles.targets,
  ...entitlements.targets,
  ...meetings.targets,
  ...monitoring.targets,
  ...operations.targets,
  ...outbox.targets,
  ...prices.targets,
  ...push.targets,
  ...service.targets,
  ...sharing.targets,
  ...visits.targets,
}
export const verbs = {
  ...ai.verbs,
  ...articles.verbs,
  ...entitlements.verbs,
  ...meetings.verbs,
  ...monitoring.verbs,
  ...operations.verbs,
  ...outbox.verbs,
  ...prices.verbs,
  ...push.verbs,
  ...service.verbs,
  ...sharing.verbs,
  ...visits.verbs,
}
export const fields = {
  ...ai.fields,
  ...articles.fields,
  ...entitlements.fields,
  ...meetings.fields,
  ...monitoring.fields,
  ...operations.fields,
  ...outbox.fields,
  ...prices.fields,
  ...push.fields,
  ...service.fields,
  ...sharing.fields,
  ...visits.fields,
}
