// Registrations into a spreadsheet: what the list finds, numbers masked as there.

import { registrationSourceLabels, registrationStateLabels } from '../../../../contract/members/members.ts'
import {
  exportRegistrations,
  type RegistrationExportKey,
  type RegistrationRow,
} from '../../../../contract/members/registration-handling.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listRegistrations, listScope } from './registration-list.queries.ts'

export const registrationsExport = declareExport<RegistrationExportKey, RegistrationRow>(exportRegistrations, {
  target: 'registration',
  list: listRegistrations,
  scope: listScope,
  columns: {
    createdAt: { width: 18, cell: ({ createdAt }) => minute(createdAt) },
    company: { width: 30, cell: ({ company }) => company },
    contact: { width: 12, cell: ({ contact }) => contact },
    mobile: { width: 16, cell: ({ mobile }) => mobile },
    subProduct: { width: 16, cell: ({ subProduct }) => subProductOf(subProduct).title },
    province: { width: 16, cell: ({ province }) => province },
    source: { width: 12, cell: ({ source }) => registrationSourceLabels[source] },
    state: { width: 10, cell: ({ state }) => registrationStateLabels[state] },
    ownerName: { width: 12, cell: ({ ownerName }) => ownerName },
    firstContactAt: { width: 18, cell: ({ firstContactAt }) => minute(firstContactAt) },
    closedAt: { width: 18, cell: ({ closedAt }) => minute(closedAt) },
  },
})
