// The accounts of one sub-product; the same screen for every sub-product.
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountImport, exportAccounts } from '#contract/members/account-sheets.ts'
import {
  type AccountRow,
  AI_SUB_PRODUCT,
  addAccount,
  generateAiAccounts,
  getAccount,
  queryAccounts,
  removeAccounts,
} from '#contract/members/accounts.ts'
import { closingImport, closingRight } from '#contract/members/grant-sheets.ts'
import { saveGrants } from '#contract/members/grants.ts'
import { pushCalls, startPush } from '#contract/push/push-calls.ts'
import { pushPages } from '#contract/push/push-labels.ts'
import { accountRight } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useBatchGrants } from '../grants/batch-grant.tsx'
import { useAccountActs } from './account-acts.tsx'
import { accountAdvanced, accountColumns, accountFilters, allAccountFilters } from './account-columns.tsx'
import { AccountDetails } from './account-details.tsx'

/** Opens the account named by `?account=`, as links of the home page do, and removes the parameter. */
function useAddressed(show: (account: AccountRow, act: string | null) => void): void {
  const [address, setAddress] = useSearchParams()
  const id = address.get('account') ?? ''
  const { data } = useCall(getAccount, { id }, { enabled: /^\d{1,19}$/.test(id), call: { hideErrorMsg: true } })
  const handleFound = useEffectEvent((found: AccountRow) => {
    const rest = new URLSearchParams(address)
    rest.delete('account')
    rest.delete('act')
    setAddress(rest, { replace: true })
    show(found, address.get('act'))
  })
  useEffect(() => {
    if (id && data?.id === id) handleFound(data)
  }, [id, data])
}

/** Creates a push to the selected accounts and opens its form. */
function usePushReport() {
  const openPage = useOpenPage()
  const start = useAct(startPush, {
    invalidates: [pushCalls.report.list],
    onSuccess: ({ id }) => openPage(`${pushPages.report.list}/add`, { id, tagName: '推送报告' }),
  })
  return async (accounts: readonly AccountRow[], clear: () => void) => {
    if (await start.run({ accountIds: accounts.map(({ id }) => id) })) clear()
  }
}

export default function Accounts({ subProduct }: { subProduct: SubProductKey }) {
  const [shown, setShown] = useState<AccountRow>()
  const acts = useAccountActs(subProduct)
  const grants = useBatchGrants({ subProduct, filters: allAccountFilters, also: acts.ownerActs.foundActs })
  const mayGrantAi = useIsAllowed()(saveGrants, AI_SUB_PRODUCT)
  const fixedFilters = useMemo(() => ({ subProduct }), [subProduct])
  const pushReport = usePushReport()
  useAddressed((account, act) => (act === 'grant' ? acts.grant(account) : setShown(account)))
  return (
    <>
      <ListPage
        endpoint={queryAccounts}
        emptyHint="新增账号，或在试用注册里开通后，会列在这里。"
        settings={subProductMenu(subProduct, 'accounts')}
        on={subProduct}
        fixedFilters={fixedFilters}
        filters={accountFilters}
        advanced={accountAdvanced}
        columns={accountColumns}
        rowName={({ realName }) => realName}
        rowActions={acts.actionsOf}
        onOpen={setShown}
        toolbar={
          <>
            <AddButton call={addAccount} on={subProduct} onClick={acts.add} />
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
          ...(subProduct === pushPages.report.subProduct
            ? [{ label: '推送报告', call: startPush, run: pushReport }]
            : []),
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
