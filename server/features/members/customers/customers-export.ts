// Customers into a spreadsheet: what the list finds, within the scope of who exports.

import { type CustomerExportKey, exportCustomers } from '../../../../contract/members/customer-sheets.ts'
import type { EnterpriseRow } from '../../../../contract/members/customers.ts'
import { enterpriseLevelLabels, enterpriseSourceLabels } from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listEnterprises } from './customers.queries.ts'

export const customersExport = declareExport<CustomerExportKey, EnterpriseRow>(exportCustomers, {
  target: 'enterprise',
  list: listEnterprises,
  scope: (actor) => scopeValues(actor),
  columns: {
    name: { width: 30, cell: ({ name }) => name },
    creditCode: { width: 22, cell: ({ creditCode }) => creditCode },
    level: { width: 8, cell: ({ level }) => enterpriseLevelLabels[level] },
    industry: { width: 14, cell: ({ industry }) => industry },
    regionPath: { width: 24, cell: ({ regionPath }) => regionPath },
    address: { width: 30, cell: ({ address }) => address },
    ownerName: { width: 12, cell: ({ ownerName }) => ownerName },
    members: { width: 8, isNumber: true, cell: ({ members }) => members },
    subProducts: { width: 30, cell: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、') },
    nextEndsOn: { width: 12, cell: ({ nextEndsOn }) => nextEndsOn },
    source: { width: 10, cell: ({ source }) => enterpriseSourceLabels[source] },
    createdAt: { width: 18, cell: ({ createdAt }) => minute(createdAt) },
    remark: { width: 30, cell: ({ remark }) => remark },
  },
})
