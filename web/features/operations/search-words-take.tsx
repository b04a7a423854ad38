// The marked words of each account as files that the account takes back.
import { Button, Modal, Table } from 'antd'
import type { DataOf } from '#contract/endpoint.ts'
import { type AccountMark, searchSourceLabels, wordMarkLabels } from '#contract/operations/search-labels.ts'
import { queryMarkedAccounts, querySearchWords, takeMarkedWords } from '#contract/operations/search-words.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { saveSheet } from '#web/kit/sheets/sheet-file.ts'
import { useAct, useCall } from '#web/lib/query.ts'

const WIDTH = 640

export function TakeWords({ onClosed }: { onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const read = useCall(queryMarkedAccounts, {}, { staleTime: 0, call: { hideErrorMsg: true } })
  const taking = useAct(takeMarkedWords, {
    onSuccess: saveSheet,
    invalidates: [queryMarkedAccounts, querySearchWords],
  })
  type Account = DataOf<typeof queryMarkedAccounts>[number]
  const download = (account: Account, mark: AccountMark) => {
    if (account[mark] === 0) return '—'
    const isNew = account.open[mark] > 0
    return (
      <Button
        type="link"
        size="small"
        aria-label={`下载 ${account.name} 的${wordMarkLabels[mark]}`}
        onClick={() => void taking.run({ accountId: account.id, mark, again: !isNew })}
      >
        {isNew ? `下载新的 ${account.open[mark]} 个` : `再次下载 ${account[mark]} 个`}
      </Button>
    )
  }
  return (
    <Modal title="下载否词和加词" {...frame} width={WIDTH} footer={null} onCancel={close}>
      <p>
        每个账号一个 CSV
        文件，按计划排列，可以直接在推广后台批量导入。每个标记只下载一次，从之后的报表可以看出是否生效。
      </p>
      <Loaded read={read} rows={4}>
        {(accounts) => (
          <Table
            size="small"
            rowKey="id"
            dataSource={accounts}
            pagination={false}
            scroll={{ x: 480 }}
            locale={{ emptyText: '还没有标记的搜索词，先在列表中标记“排除”或“加词”。' }}
            columns={[
              { title: '账号', render: (_, { source, name }) => `${searchSourceLabels[source]} ${name}` },
              { title: '排除', width: 130, render: (_, account) => download(account, 'excluded') },
              { title: '加词', width: 130, render: (_, account) => download(account, 'wanted') },
            ]}
          />
        )}
      </Loaded>
    </Modal>
  )
}
