// Saved lists of a sub-product's accounts, shared by pushes of every kind: choose, save and remove.
import { Button, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import type { DataOf, Endpoint, Input as InputOf } from '#contract/endpoint.ts'
import type { PushCalls } from '#contract/push/push-calls.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useAct, useCall } from '#web/lib/query.ts'

type Props = {
  calls: Record<'lists' | 'saveList' | 'removeList', Endpoint>
  /** Further input of the calls: the sub-product, if the page does not imply it. */
  fixed?: object
}

const useLists = ({ calls, fixed = {} }: Props) =>
  (useCall(calls.lists, fixed as InputOf<Endpoint>).data ?? []) as DataOf<PushCalls['lists']>

export function ListSelect(props: Props) {
  const lists = useLists(props)
  return (
    <Form.Item name="listIds" label="名单">
      <Select
        mode="multiple"
        allowClear
        placeholder="保存过的名单"
        options={lists.map(({ id, name, count }) => ({ value: id, label: `${name}（${count} 人）` }))}
      />
    </Form.Item>
  )
}

/** Saves the chosen accounts as a list, or removes a saved list. */
export function SaveList({ calls, fixed = {} }: Props) {
  const form = Form.useFormInstance<{ listIds: string[]; accountIds: string[] }>()
  const [name, setName] = useState('')
  const accountIds = Form.useWatch<string[] | undefined>('accountIds') ?? []
  const listIds = Form.useWatch<string[] | undefined>('listIds') ?? []
  const save = useAct(calls.saveList, {
    success: '名单已保存',
    invalidates: [calls.lists],
    onSuccess: (saved) => {
      const { id } = saved as { id: string }
      form.setFieldsValue({ listIds: [...new Set([...listIds, id])], accountIds: [] })
      setName('')
    },
  })
  const remove = useAct(calls.removeList, { invalidates: [calls.lists], success: '名单已删除' })
  const known = useLists({ calls, fixed })
  const [confirm, confirmation] = useConfirm()
  const keep = () => save.run({ ...fixed, name: name.trim(), accountIds } as never)
  const handleSave = () => {
    const same = known.find((list) => list.name === name.trim())
    if (!same) return void keep()
    confirm({
      title: `替换名单“${same.name}”？`,
      content: `原有 ${same.count} 人换成现在指定的 ${accountIds.length} 人，用到它的草稿和计划也随之改变。`,
      verb: '替换',
      run: keep,
    })
  }
  const [only] = known.filter(({ id }) => listIds.includes(id))
  const handleRemove = ({ id, name: listName, count }: NonNullable<typeof only>) =>
    confirm({
      title: `删除名单“${listName}”？`,
      content: `删除后不能恢复；用到它的草稿和计划不再发给其中的 ${count} 人。`,
      verb: '删除',
      run: async () => {
        const done = await remove.run({ ...fixed, id } as never)
        if (done !== undefined) form.setFieldsValue({ listIds: [] })
      },
    })
  return (
    <Form.Item label=" " colon={false}>
      <Space wrap>
        <Input
          aria-label="名单名称"
          placeholder="名单名称"
          maxLength={50}
          value={name}
          onChange={({ target }) => setName(target.value)}
          style={{ width: 180 }}
        />
        <Button disabled={name.trim() === '' || accountIds.length === 0} loading={save.pending} onClick={handleSave}>
          把指定的人存为名单
        </Button>
        {only !== undefined && listIds.length === 1 && (
          <Can call={calls.removeList}>
            <Button danger onClick={() => handleRemove(only)}>
              删除所选名单
            </Button>
          </Can>
        )}
      </Space>
      {confirmation}
    </Form.Item>
  )
}
