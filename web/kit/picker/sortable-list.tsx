// A list whose rows are sorted by dragging a handle, with the pointer or the keyboard: space picks a row up, the arrow
// keys move it, space drops it, Escape puts it back.
import './sortable-list.css'
import { HolderOutlined } from '@ant-design/icons'
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Language, useSettings } from '#web/lib/settings.ts'

/** A drag starts only after this distance, px, so that a tap on the handle moves nothing. */
const PRESS_PX = 4

type Texts = {
  handle: (name: string) => string
  role: string
  instructions: string
  lifted: (name: string, place: number, of: number) => string
  over: (name: string, place: number, of: number) => string
  dropped: (name: string, place: number, of: number) => string
  cancelled: (name: string) => string
}

const languages: Readonly<Record<Language, Texts>> = {
  zh: {
    handle: (name) => `移动 ${name}`,
    role: '可排序',
    instructions: '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消。',
    lifted: (name, place, of) => `已拿起 ${name}，在第 ${place} 位，共 ${of} 位`,
    over: (name, place, of) => `${name} 移到第 ${place} 位，共 ${of} 位`,
    dropped: (name, place, of) => `${name} 已放在第 ${place} 位，共 ${of} 位`,
    cancelled: (name) => `${name} 已放回原处`,
  },
  en: {
    handle: (name) => `Move ${name}`,
    role: 'sortable',
    instructions: 'Press space to pick up, the arrow keys to move, space again to drop, Escape to cancel.',
    lifted: (name, place, of) => `Picked up ${name}, at ${place} of ${of}`,
    over: (name, place, of) => `${name} moved to ${place} of ${of}`,
    dropped: (name, place, of) => `${name} dropped at ${place} of ${of}`,
    cancelled: (name) => `${name} put back`,
  },
}

type RowProps = { id: string; handle: string; role: string; children: ReactNode }

function Row({ id, handle, role, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, over } =
    useSortable({ id, attributes: { roleDescription: role } })
  // rows move only vertically
  const move = transform && { ...transform, x: 0 }
  return (
    <li
      ref={setNodeRef}
      className="sortable-row"
      // picked up and measured by dnd-kit: from here on it can be moved
      data-lifted={(isDragging && over !== null) || undefined}
      style={{ transform: CSS.Translate.toString(move), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="sortable-handle"
        {...attributes}
        {...listeners}
        aria-label={handle}
      >
        <HolderOutlined />
      </button>
      {children}
    </li>
  )
}

/** While a row is picked up, Escape puts it back and does not close the dialog around the list. */
function useOwnEscape(isLifted: boolean): void {
  useEffect(() => {
    if (!isLifted) return
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopPropagation()
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [isLifted])
}

export type SortableListProps<T> = {
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  label: string
  /** The items in their new order, and the index of the moved one. */
  onSort: (items: T[], place: number) => void
  children: (item: T) => ReactNode
}

export function SortableList<T>({ items, idOf, nameOf, label, onSort, children }: SortableListProps<T>) {
  const texts = languages[useSettings(({ language }) => language)]
  const [isLifted, setLifted] = useState(false)
  useOwnEscape(isLifted)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: PRESS_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(idOf)
  const placeOf = (id: string | number | undefined) => ids.indexOf(String(id))
  const nameAt = (place: number) => {
    const item = items[place]
    return item === undefined ? '' : nameOf(item)
  }
  const announcementOf = (text: Texts['over'], of: string | number, at: string | number | undefined) =>
    text(nameAt(placeOf(of)), placeOf(at) + 1, ids.length)

  /** The index last announced to screen readers, so that the start position is not announced twice. */
  const announced = useRef(0)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      announced.current = placeOf(active.id)
      return announcementOf(texts.lifted, active.id, active.id)
    },
    onDragOver: ({ active, over }) => {
      const place = placeOf(over?.id ?? active.id)
      if (announced.current === place) return undefined
      announced.current = place
      return announcementOf(texts.over, active.id, over?.id ?? active.id)
    },
    onDragEnd: ({ active, over }) => announcementOf(texts.dropped, active.id, over?.id ?? active.id),
    onDragCancel: ({ active }) => texts.cancelled(nameAt(placeOf(active.id))),
  }

  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    setLifted(false)
    const [from, to] = [placeOf(active.id), placeOf(over?.id)]
    if (to >= 0 && from !== to) onSort(arrayMove([...items], from, to), to)
  }

  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: { draggable: texts.instructions } }}
      onDragStart={() => setLifted(true)}
      onDragEnd={handleDragEnd}
      onDragCancel={() => setLifted(false)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className="sortable-list" aria-label={label}>
          {items.map((item) => (
            <Row key={idOf(item)} id={idOf(item)} handle={texts.handle(nameOf(item))} role={texts.role}>
              {children(item)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
