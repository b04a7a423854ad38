// Tables of a dinner and who has no seat yet. A guest is dragged to a seat or a table, or selected and then placed by a click or a key.
import { DeleteOutlined, EditOutlined, WarningFilled } from '@ant-design/icons'
import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button, Input } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DinnerGuest, DinnerTable, DinnerView } from '#contract/meetings/dinner.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { type Seat, seatsByTable, unkept } from './dinner.rules.ts'

/** A drag starts only after this distance, px, so that a click selects. */
const PRESS_PX = 6
/** Guests without a seat that are drawn at once; the search finds the others. */
const REST_SHOWN = 200

export type Place = { tableId: string | null; seat: number | null }
type Chosen = { selected: DinnerGuest | undefined; onSelect: (key: string | undefined) => void }

const placeKey = ({ tableId, seat }: Place) => `${tableId ?? ''}/${seat ?? ''}`
const placeIn = (key: string): Place => {
  const [tableId = '', seat = ''] = key.split('/')
  return { tableId: tableId || null, seat: seat === '' ? null : Number(seat) }
}

/** A seat is on a table: what is smaller goes before. */
const nearest: CollisionDetection = (args) => {
  const found = pointerWithin(args)
  return found.toSorted((one, other) => Number(placeIn(String(other.id)).seat) - Number(placeIn(String(one.id)).seat))
}

function Droppable({ place, className, children }: { place: Place; className: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: placeKey(place) })
  return (
    <div ref={setNodeRef} className={className} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

function GuestChip({ guest, label, selected, onSelect, warnings = [] }: ChipProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: guest.key })
  const isSelected = selected?.key === guest.key
  return (
    <button
      type="button"
      ref={setNodeRef}
      className="dinner-guest"
      aria-pressed={isSelected}
      aria-label={label}
      data-dragging={isDragging || undefined}
      onClick={() => onSelect(isSelected ? undefined : guest.key)}
      {...listeners}
    >
      <strong>{guest.name}</strong>
      <span className="dinner-company">{guest.company}</span>
      {guest.diet && <span className="dinner-diet">{guest.diet}</span>}
      {warnings.length > 0 && (
        <span className="dinner-warning">
          <WarningFilled /> {warnings.join('，')}
        </span>
      )}
    </button>
  )
}
type ChipProps = Chosen & { guest: DinnerGuest; label: string; warnings?: readonly string[] }

type TableProps = Chosen & {
  table: DinnerTable
  quotaName: string
  seats: readonly Seat[]
  byKey: ReadonlyMap<string, DinnerGuest>
  onPlace: (key: string, place: Place) => void
  onEdit: (table: DinnerTable) => void
  onRemove: (table: DinnerTable) => void
}

function TableCard({ table, quotaName, seats, byKey, selected, onSelect, onPlace, onEdit, onRemove }: TableProps) {
  const taken = seats.filter(({ guest }) => guest).length
  const { id: tableId, name, zone } = table
  return (
    <Droppable place={{ tableId, seat: null }} className="dinner-table">
      <h3>
        {zone && `${zone} `}
        {name}
        <span className="dinner-count">
          {taken}/{table.seats}
          {quotaName && ` · ${quotaName}`}
        </span>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={`编辑 ${name}`}
          onClick={() => onEdit(table)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={`删除 ${name}`}
          onClick={() => onRemove(table)}
        />
      </h3>
      <ol>
        {seats.map(({ number: seat, guest }) => (
          <li key={seat}>
            <Droppable place={{ tableId, seat }} className="dinner-seat">
              <span className="dinner-number" aria-hidden>
                {seat}
              </span>
              {guest ? (
                <GuestChip
                  guest={guest}
                  label={`${name} ${seat} 座 ${guest.name}`}
                  warnings={unkept(guest, byKey, table.seats)}
                  selected={selected}
                  onSelect={onSelect}
                />
              ) : (
                <button
                  type="button"
                  className="dinner-free"
                  disabled={!selected}
                  aria-label={`${name} ${seat} 座 空`}
                  onClick={() => selected && onPlace(selected.key, { tableId, seat })}
                >
                  {selected ? `请${selected.name}坐这里` : '空'}
                </button>
              )}
            </Droppable>
          </li>
        ))}
      </ol>
    </Droppable>
  )
}

type BoardProps = Chosen & {
  dinner: DinnerView
  onPlace: (key: string, place: Place) => void
  onEdit: (table: DinnerTable) => void
  onRemove: (table: DinnerTable) => void
}

export function DinnerBoard({ dinner, selected, onSelect, onPlace, onEdit, onRemove }: BoardProps) {
  const { tables, guests, quotas } = dinner
  const [text, setText] = useState('')
  const [lifted, setLifted] = useState<string>()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: PRESS_PX } }))
  const byKey = useMemo(() => new Map(guests.map((guest) => [guest.key, guest])), [guests])
  const seats = useMemo(() => seatsByTable(tables, guests), [tables, guests])
  const quotaNames = new Map(quotas.map(({ id, name }) => [id, name]))
  const rest = guests.filter(({ tableId }) => tableId === null)
  const found = rest.filter(({ name, company }) => hasTyped(`${name} ${company}`, text.trim()))
  const handleEnd = ({ active, over }: DragEndEvent) => {
    setLifted(undefined)
    if (!over) return
    const [key, place] = [String(active.id), placeIn(String(over.id))]
    const guest = byKey.get(key)
    const isThere = guest?.tableId === place.tableId && (place.seat === null || guest?.seat === place.seat)
    if (!isThere) onPlace(key, place)
  }
  const overlay = (
    <DragOverlay dropAnimation={null} zIndex={2_000}>
      {lifted === undefined ? null : <div className="dinner-lifted">{byKey.get(lifted)?.name}</div>}
    </DragOverlay>
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearest}
      onDragStart={({ active }) => setLifted(String(active.id))}
      onDragEnd={handleEnd}
      onDragCancel={() => setLifted(undefined)}
    >
      <div className="dinner-board">
        <Droppable place={{ tableId: null, seat: null }} className="dinner-rest">
          <h3>
            未入座<span className="dinner-count">{rest.length}</span>
          </h3>
          <Input.Search
            allowClear
            value={text}
            placeholder="姓名或单位"
            aria-label="查找未入座的来宾"
            maxLength={64}
            onChange={({ target }) => setText(target.value)}
          />
          <ul>
            {found.slice(0, REST_SHOWN).map((guest) => (
              <li key={guest.key}>
                <GuestChip guest={guest} label={`未入座 ${guest.name}`} selected={selected} onSelect={onSelect} />
              </li>
            ))}
          </ul>
          {found.length > REST_SHOWN && <p>还有 {found.length - REST_SHOWN} 人，请查找。</p>}
          {rest.length > 0 && found.length === 0 && <p>没有匹配的来宾。</p>}
          {rest.length === 0 && <p>{guests.length === 0 ? '已确认的报名列在这里。' : '都已入座。'}</p>}
        </Droppable>
        <div className="dinner-tables">
          {tables.length === 0 && <p>还没有桌，请先新增。</p>}
          {tables.map((table) => (
            <TableCard
              key={table.id}
              table={table}
              quotaName={quotaNames.get(table.quotaId ?? '') ?? ''}
              seats={seats.get(table.id) ?? []}
              byKey={byKey}
              selected={selected}
              onSelect={onSelect}
              onPlace={onPlace}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </div>
      </div>
      {createPortal(overlay, document.body)}
    </DndContext>
  )
}
