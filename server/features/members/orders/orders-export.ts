// Orders into a spreadsheet: what the list finds.

import { orderStateLabels } from '../../../../contract/members/members.ts'
import { exportOrders, type OrderExportKey, type OrderRow } from '../../../../contract/members/orders.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { listOrders } from './orders.queries.ts'

export const ordersExport = declareExport<OrderExportKey, OrderRow>(exportOrders, {
  target: 'order',
  list: listOrders,
  scope: (actor) => scopeValues(actor),
  columns: {
    number: { width: 24, cell: ({ number }) => number },
    enterprise: { width: 30, cell: ({ enterprise }) => enterprise },
    loginName: { width: 18, cell: ({ loginName }) => loginName },
    realName: { width: 12, cell: ({ realName }) => realName },
    item: { width: 28, cell: ({ item }) => item },
    months: { width: 8, isNumber: true, cell: ({ months }) => months },
    // a text: a sheet's numbers are floats
    amount: { width: 14, cell: ({ amount }) => amount },
    state: { width: 10, cell: ({ state }) => orderStateLabels[state] },
    salesmanName: { width: 12, cell: ({ salesmanName }) => salesmanName },
    closeReason: { width: 24, cell: ({ closeReason }) => closeReason },
    createdAt: { width: 18, cell: ({ createdAt }) => minute(createdAt) },
    updatedAt: { width: 18, cell: ({ updatedAt }) => minute(updatedAt) },
  },
})
