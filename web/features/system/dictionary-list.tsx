// The dictionary: the words that forms offer.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  addWord,
  dictionaryNames,
  disableWords,
  enableWords,
  queryWords,
  removeWords,
  sortWords,
  type WordRow,
} from '../../../contract/system/dictionary.ts'
import { exportWords, wordImport } from '../../../contract/system/dictionary-sheets.ts'
import { Can } from '../../kit/can.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { flagFilter, selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { ImportButton } from '../../kit/sheets/import-button.tsx'
import { Status } from '../../kit/table/status.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useWordActs } from './dictionary-acts.tsx'
import { dictionaryOptions } from './dictionary-words.ts'

const filters = [
  selectFilter('dictionary', '字典', dictionaryOptions),
  textFilter('word', '词条', 64),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns: readonly Column<WordRow>[] = [
  { key: 'dictionary', label: '字典', width: 160, render: ({ dictionary }) => dictionaryNames[dictionary] },
  { key: 'word', label: '词条', width: 220 },
  { key: 'isEnabled', label: '状态', width: 100, render: WordStatus },
  { key: 'remark', label: '备注', width: 260 },
  { key: 'updatedAt', label: '更新时间', width: 160, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

function WordStatus({ isEnabled }: WordRow) {
  return isEnabled ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>
}

export default function DictionaryList() {
  const acts = useWordActs()
  return (
    <>
      <ListPage
        endpoint={queryWords}
        settings="dictionary"
        filters={filters}
        columns={columns}
        rowName={({ word }) => word}
        rowActions={acts.actionsOf}
        toolbar={
          <>
            <Can call={addWord}>
              <Button type="primary" icon={<PlusOutlined />} onClick={acts.add}>
                新增
              </Button>
            </Can>
            <Can call={sortWords}>
              <Button onClick={acts.order}>调整顺序</Button>
            </Can>
            <ImportButton calls={wordImport} invalidates={[queryWords]} />
          </>
        }
        exportCall={exportWords}
        batchActs={[
          { label: '启用', call: enableWords, run: acts.enable },
          { label: '禁用', call: disableWords, run: acts.disable },
          { label: '删除', call: removeWords, isDanger: true, run: acts.remove },
        ]}
      />
      {acts.dialogs}
    </>
  )
}
