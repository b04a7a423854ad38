// Partners into a spreadsheet: what the list finds.
import { accountStateLabels } from '../../../../contract/members/members.ts'
import { exportPartners, type PartnerExportKey, type PartnerRow } from '../../../../contract/members/partners.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { listPartners } from './partners.queries.ts'

export const partnersExport = declareExport<PartnerExportKey, PartnerRow>(exportPartners, {
  target: 'partner',
  list: listPartners,
  scope: (actor) => scopeValues(actor),
  columns: {
    name: { width: 26, cell: ({ name }) => name },
    code: { width: 16, cell: ({ code }) => code },
    contact: { width: 12, cell: ({ contact }) => contact },
    mobile: { width: 16, cell: ({ mobile }) => mobile },
    domains: { width: 34, cell: ({ domains }) => domains.join('、') },
    permissionSetName: { width: 20, cell: ({ permissionSetName }) => permissionSetName ?? '' },
    members: { width: 8, isNumber: true, cell: ({ members }) => members },
    status: { width: 8, cell: ({ status }) => accountStateLabels[status] },
    endsOn: { width: 14, cell: ({ endsOn }) => endsOn },
    ownerName: { width: 12, cell: ({ ownerName }) => ownerName ?? '' },
    remark: { width: 30, cell: ({ remark }) => remark },
  },
})
