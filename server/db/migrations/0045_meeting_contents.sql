CREATE TABLE "dinner_guests" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"meeting_id" bigint NOT NULL,
	"name" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"table_number" integer NOT NULL,
	"seat" integer NOT NULL,
	"wish" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_images" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"meeting_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"file_id" bigint NOT NULL,
	"title" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"show_from" date,
	"show_until" date,
	"is_on" boolean DEFAULT true NOT NULL,
	"sort" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_images_days" CHECK ("meeting_images"."show_from" <= "meeting_images"."show_until")
);
--> statement-breakpoint
CREATE TABLE "meeting_news" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"meeting_id" bigint NOT NULL,
	"title" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"cover_id" bigint,
	"body" jsonb NOT NULL,
	"html" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"opinion" text DEFAULT '' NOT NULL,
	"author_id" bigint NOT NULL,
	"editor_id" bigint NOT NULL,
	"published_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_news_published" CHECK ("meeting_news"."state" <> 'published' or "meeting_news"."published_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "dinner_guests" ADD CONSTRAINT "dinner_guests_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_images" ADD CONSTRAINT "meeting_images_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_images" ADD CONSTRAINT "meeting_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_news" ADD CONSTRAINT "meeting_news_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_news" ADD CONSTRAINT "meeting_news_cover_id_files_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_news" ADD CONSTRAINT "meeting_news_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_news" ADD CONSTRAINT "meeting_news_editor_id_users_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dinner_guests_seat" ON "dinner_guests" USING btree ("meeting_id","table_number","seat");--> statement-breakpoint
CREATE INDEX "meeting_images_meeting" ON "meeting_images" USING btree ("meeting_id","kind","sort","id");--> statement-breakpoint
CREATE INDEX "meeting_news_meeting" ON "meeting_news" USING btree ("meeting_id","day","id");