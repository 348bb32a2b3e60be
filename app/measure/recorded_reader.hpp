// app/measure/recorded_reader.hpp -- the thread that reads the files a person names in the window, so that no frame waits for
// a disk, a network, or a path that is no file.
//
//     RecordedReader reader([&] { window.wake(); });
//     reader.read("measured.json");                                returns at once
//     ... news() ...
//     if (auto file = reader.take()) ...                           once a frame
//
// A thread of its own: the one that measures may hang with its GPU, and recorded files are then all there is.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/measurement.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct ReadRecorded {
  std::string path;
  Result<std::vector<Measurement>> measurements;
};

class RecordedReader {
 public:
  explicit RecordedReader(std::function<void()> news);  // called from the other thread; may be empty
  ~RecordedReader();
  RecordedReader(const RecordedReader&) = delete;
  RecordedReader& operator=(const RecordedReader&) = delete;

  void read(std::string path);  // of files that wait only the last one is read
  std::optional<ReadRecorded> take();
  bool busy() const;
  void wait() const;  // until nothing is read and nothing waits
  void stop_news();   // returns once no call of it is under way

 private:
  void work();

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<std::string> waiting_;
  std::optional<ReadRecorded> done_;
  bool reading_ = false;
  bool closing_ = false;
  std::mutex news_mutex_;  // held while news is called
  std::function<void()> news_;
  std::thread thread_;
};

}  // namespace bankmap
