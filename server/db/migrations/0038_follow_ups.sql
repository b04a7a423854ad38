CREATE TABLE "follow_ups" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"contact_id" bigint,
	"contact_name" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"result" text NOT NULL,
	"mood" text,
	"content" text NOT NULL,
	"next_on" date,
	"next_text" text DEFAULT '' NOT NULL,
	"next_user_id" bigint,
	"ended_by_id" bigint,
	"author_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follow_ups_next" CHECK ("follow_ups"."next_on" is not null or ("follow_ups"."next_user_id" is null and "follow_ups"."ended_by_id" is null))
);
--> statement-breakpoint
ALTER TABLE "enterprise_contacts" ADD COLUMN "wechat" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enterprise_contacts" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "enterprise_contacts" ADD COLUMN "left_on" date;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_contact_id_enterprise_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."enterprise_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_next_user_id_users_id_fk" FOREIGN KEY ("next_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_ended_by_id_follow_ups_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."follow_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_enterprise" ON "follow_ups" USING btree ("enterprise_id","at","id");--> statement-breakpoint
CREATE INDEX "follow_ups_at" ON "follow_ups" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "follow_ups_author" ON "follow_ups" USING btree ("author_id","at");--> statement-breakpoint
CREATE INDEX "follow_ups_contact" ON "follow_ups" USING btree ("contact_id","at");--> statement-breakpoint
CREATE INDEX "follow_ups_ended_by" ON "follow_ups" USING btree ("ended_by_id");--> statement-breakpoint
CREATE INDEX "follow_ups_part" ON "follow_ups" USING gin ("content" gin_trgm_ops,"contact_name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "follow_ups_open" ON "follow_ups" USING btree ("enterprise_id") WHERE "follow_ups"."next_on" is not null and "follow_ups"."ended_by_id" is null;--> statement-breakpoint
CREATE INDEX "follow_ups_due" ON "follow_ups" USING btree ("next_on","id") WHERE "follow_ups"."next_on" is not null and "follow_ups"."ended_by_id" is null;