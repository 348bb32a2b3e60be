#include "app/measure/recorded_reader.hpp"

#include <utility>

#include "app/measure/recorded.hpp"

namespace bankmap {

RecordedReader::RecordedReader(std::function<void()> news) : news_(std::move(news)), thread_([this] { work(); }) {}

RecordedReader::~RecordedReader() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void RecordedReader::read(std::string path) {
  const std::lock_guard lock(mutex_);
  waiting_ = std::move(path);
  changed_.notify_all();
}

std::optional<ReadRecorded> RecordedReader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, std::nullopt);
}

bool RecordedReader::busy() const {
  const std::lock_guard lock(mutex_);
  return reading_ || waiting_;
}

void RecordedReader::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !reading_ && !waiting_; });
}

void RecordedReader::stop_news() {
  const std::lock_guard lock(news_mutex_);
  news_ = nullptr;
}

void RecordedReader::work() {
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [this] { return closing_ || waiting_; });
    if (closing_) return;
    std::string path = *std::exchange(waiting_, std::nullopt);
    reading_ = true;
    lock.unlock();
    ReadRecorded read{path, read_ordinary_measurements(path)};
    lock.lock();
    done_ = std::move(read);
    reading_ = false;
    changed_.notify_all();
    lock.unlock();
    {
      const std::lock_guard news_lock(news_mutex_);
      if (news_) news_();
    }
    lock.lock();
  }
}

}  // namespace bankmap
