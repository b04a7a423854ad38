// The accounts of one sub-product, the same screen for all of them: found, opened, granted, looked after.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { accountImport, exportAccounts } from '../../../../contract/members/account-sheets.ts'
import {
  type AccountRow,
  AI_SUB_PRODUCT,
  accountRight,
  addAccount,
  generateAiAccounts,
  queryAccounts,
  removeAccounts,
} from '../../../../contract/members/accounts.ts'
import { closingImport, closingRight } from '../../../../contract/members/grant-sheets.ts'
import { saveGrants } from '../../../../contract/members/grants.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { Can, useIsAllowed } from '../../../kit/can.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { ImportButton } from '../../../kit/sheets/import-button.tsx'
import { useBatchGrants } from '../grants/batch-grant.tsx'
import { useAccountActs } from './account-acts.tsx'
import { accountAdvanced, accountColumns, accountFilters, allAccountFilters } from './account-columns.tsx'
import { AccountDetails } from './account-details.tsx'

export default function Accounts({ subProduct }: { subProduct: SubProductKey }) {
  const [shown, setShown] = useState<AccountRow>()
  const acts = useAccountActs(subProduct)
  const grants = useBatchGrants({ subProduct, filters: allAccountFilters, also: acts.ownerActs.foundActs })
  const mayGrantAi = useIsAllowed()(saveGrants, AI_SUB_PRODUCT)
  const given = useMemo(() => ({ subProduct }), [subProduct])
  return (
    <>
      <ListPage
        endpoint={queryAccounts}
        settings={subProductMenu(subProduct, 'accounts')}
        on={subProduct}
        given={given}
        filters={accountFilters}
        advanced={accountAdvanced}
        columns={accountColumns}
        rowName={({ realName }) => realName}
        rowActions={acts.actionsOf}
        onOpen={setShown}
        toolbar={
          <>
            <Can call={addAccount} on={subProduct}>
              <Button type="primary" icon={<PlusOutlined />} onClick={acts.add}>
                新增
              </Button>
            </Can>
            <Can call={accountRight(subProduct, 'leadingIn')}>
              <ImportButton calls={accountImport} invalidates={[queryAccounts]} />
            </Can>
            <Can call={closingRight(subProduct)}>
              <ImportButton calls={closingImport} invalidates={[queryAccounts]} label="导入截止日期" />
            </Can>
            {grants.forAll}
          </>
        }
        exportCall={exportAccounts}
        batchActs={[
          ...grants.batchActs,
          ...(mayGrantAi ? [{ label: '生成 AI 账号', call: generateAiAccounts, run: acts.generateAi }] : []),
          ...acts.ownerActs.batchActs,
          { label: '删除', call: removeAccounts, isDanger: true, run: acts.remove },
        ]}
      />
      {shown && (
        <AccountDetails
          key={shown.id}
          account={shown}
          acts={acts.actionsOf(shown)}
          onClosed={() => setShown(undefined)}
        />
      )}
      {acts.dialogs}
      {grants.dialogs}
    </>
  )
}
