// Customers: list, add, edit, sub-products in use, change of owner.
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { contactImport } from '#contract/members/contact-sheets.ts'
import { mergeEnterprises, queryEnterpriseMerges } from '#contract/members/customer-merges.ts'
import { customerImport, exportCustomers } from '#contract/members/customer-sheets.ts'
import {
  addEnterprise,
  type EnterpriseRow,
  getEnterpriseFigures,
  queryEnterprises,
  removeEnterprises,
} from '#contract/members/customers.ts'
import { Can } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCustomerActs } from './customer-acts.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { CustomerFigures } from './customer-figures.tsx'
import { advanced, filters } from './customer-filters.tsx'
import { NextEnd, SubProductsInUse } from './customer-labels.tsx'
import { CustomerMerge, CustomerMerges } from './customer-merge.tsx'

const columns = columnsOf(queryEnterprises, {
  name: { width: 220, opens: true },
  level: { width: 80 },
  ownerName: { width: 90, empty: '公海' },
  subProducts: { width: 200, render: SubProductsInUse },
  nextEndsOn: { width: 190, render: NextEnd },
  members: { label: '会员', width: 70, sum: true },
  industry: { width: 100 },
  regionPath: { width: 180 },
  creditCode: { label: '信用代码', width: 190 },
  source: { width: 90 },
  createdAt: { width: 150 },
})

type Merged = { sides: [EnterpriseRow, EnterpriseRow]; clear: () => void }

export default function CustomerList() {
  const navigate = useNavigate()
  const [shown, setShown] = useState<EnterpriseRow>()
  const [isCounting, setCounting] = useState(false)
  const [isRecalling, setRecalling] = useState(false)
  const [merged, setMerged] = useState<Merged>()
  const { actionsOf, remove, batchActs, dialogs } = useCustomerActs()
  const merge = (rows: readonly EnterpriseRow[], clear: () => void) => {
    const [one, other, ...more] = rows
    if (one && other && more.length === 0) setMerged({ sides: [one, other], clear })
    else notify.warning('请选择两个重复的客户')
  }
  return (
    <>
      <ListPage
        endpoint={queryEnterprises}
        emptyHint="新增或导入客户，或在试用注册里开通后，会列在这里。"
        settings="customerList"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        onOpen={setShown}
        toolbar={
          <>
            <AddButton
              call={addEnterprise}
              onClick={() => void navigate('/userControl/customerManagement/customerList/addCustomer')}
            />
            <ImportButton calls={customerImport} invalidates={[queryEnterprises]} />
            <ImportButton calls={contactImport} invalidates={[queryEnterprises]} label="导入联系人" />
            <Can call={getEnterpriseFigures}>
              <Button onClick={() => setCounting(true)}>统计</Button>
            </Can>
            <Can call={queryEnterpriseMerges}>
              <Button onClick={() => setRecalling(true)}>合并记录</Button>
            </Can>
          </>
        }
        exportCall={exportCustomers}
        batchActs={[
          ...batchActs,
          { label: '合并', call: mergeEnterprises, run: merge },
          { label: '删除', call: removeEnterprises, isDanger: true, run: remove },
        ]}
      />
      {shown && <CustomerDetails customer={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />}
      {isCounting && <CustomerFigures onClosed={() => setCounting(false)} />}
      {merged && <CustomerMerge sides={merged.sides} onMerged={merged.clear} onClosed={() => setMerged(undefined)} />}
      {isRecalling && <CustomerMerges onClosed={() => setRecalling(false)} />}
      {dialogs}
    </>
  )
}
